/** The file to download for an update, and how it is installed. */

/** A file that a signed feed names; integrations/updates has read it. */
export interface FileToInstall {
  readonly version: string;
  readonly address: string;
  readonly file: { readonly name: string; readonly sha512: string };
}

export interface InstallableUpdate {
  replace(): void;
  restart(): void;
}
