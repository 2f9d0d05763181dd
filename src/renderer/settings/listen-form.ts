/** The remote access form and the setting made from it. */
import type { SettingChange } from '../../shared/app/setting-change.ts';
import type { Settings } from '../../shared/app/settings.ts';

export interface ListenForm {
  readonly host: string;
  readonly port: string;
  readonly certFile: string;
  readonly keyFile: string;
  /** Between commas or spaces. */
  readonly names: string;
  readonly management: boolean;
}

export const listenFormOf = (listen: Settings['listen']): ListenForm => ({
  host: listen?.host ?? '',
  port: String(listen?.port ?? 7718),
  certFile: listen?.certFile ?? '',
  keyFile: listen?.keyFile ?? '',
  names: (listen?.names ?? []).join(', '),
  management: listen?.management ?? false,
});

/** Invalid values are sent as typed; the main process explains what is missing. */
export const listenOf = (form: ListenForm): SettingChange['value'] => ({
  host: form.host.trim(),
  port: Number(form.port),
  certFile: form.certFile.trim(),
  keyFile: form.keyFile.trim(),
  names: form.names.split(/[\s,]+/).filter((name) => name !== ''),
  management: form.management,
});
