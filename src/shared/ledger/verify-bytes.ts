/** Splits a chunk of a ledger into lines for a verifier. */
import type { LedgerVerifier } from './verify.ts';

const newline = 0x0a;

/**
 * Text is compared, so invalid bytes must not look like other bytes, and none may be left out.
 */
const strictText = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Passes on the complete lines; returns the number of bytes after them. */
export function giveLines(bytes: Uint8Array, verifier: LedgerVerifier): number {
  const end = bytes.lastIndexOf(newline) + 1;
  const whole = bytes.subarray(0, end);
  const text = textOf(whole);
  if (text === null) giveOneByOne(whole, verifier);
  else giveText(text, verifier);
  return bytes.length - end;
}

function giveText(text: string, verifier: LedgerVerifier): void {
  const lines = text.split('\n');
  lines.pop();
  for (const line of lines) verifier.line(line);
}

function giveOneByOne(bytes: Uint8Array, verifier: LedgerVerifier): void {
  for (let at = 0; at < bytes.length && verifier.sound;) {
    const end = bytes.indexOf(newline, at);
    const line = textOf(bytes.subarray(at, end));
    if (line === null) verifier.unreadable('its content was changed');
    else verifier.line(line);
    at = end + 1;
  }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return strictText.decode(bytes);
  } catch {
    return null;
  }
}
