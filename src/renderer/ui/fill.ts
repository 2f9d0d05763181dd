/**
 * Puts nodes into a sentence: `fill('Key {key} is new', { key: <b>a</b> })`. A sentence with
 * markup in it thus stays one text in its copy file.
 */
import { createElement, Fragment, type ReactNode } from 'react';

const placeholder = /\{(\w+)\}/;

export function fill(sentence: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  // Splitting by a group yields text and names alternately.
  const pieces = sentence
    .split(placeholder)
    .map((piece, at) => (at % 2 === 0 ? piece : (parts[piece] ?? null)));
  return createElement(Fragment, null, ...pieces);
}
