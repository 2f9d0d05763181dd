/**
 * The login at a remote server. Tokens and the registered client are stored as secrets, by issuer.
 * The browser opens only while the user is logging in; at any other time a missing or revoked
 * token means that the user has to log in. One refresh runs at a time.
 */
import {
  auth,
  extractWWWAuthenticateParams,
  UnauthorizedError,
  type AuthProvider,
  type OAuthClientInformationContext,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { credentialOf } from './bounded-fetch.ts';
import type { SecretStore } from './secret-store.ts';

const issuers = z.record(z.string(), z.looseObject({}));
const StoredLogin = z.strictObject({
  tokens: issuers,
  clients: issuers,
  /** The server that the tokens belong to. */
  issuer: z.string().nullable(),
});
type StoredLogin = z.infer<typeof StoredLogin>;

/** Not a valid name of a variable or header. */
export const loginSecret = '@login';

const noLogin: StoredLogin = { tokens: {}, clients: {}, issuer: null };

/** Set while the user logs in. */
export interface LoginAttempt {
  readonly redirectUrl: string;
  readonly state: string;
  readonly open: (url: URL) => Promise<void>;
}

/** Without the user there is no redirect. */
const unusedRedirect = 'http://127.0.0.1/callback';

export class ServerLogin implements OAuthClientProvider {
  readonly #secrets: Pick<SecretStore, 'read' | 'set' | 'has'>;
  readonly #server: string;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;
  #attempt: LoginAttempt | null = null;
  #refreshing: Promise<void> | null = null;
  /** Changed by this attempt. */
  #registered: StoredOAuthClientInformation | undefined;
  #metadataUrl: URL | undefined;

  readonly #hide: (...secrets: readonly string[]) => void;

  /** `hide`: what from then on is shown to nobody. */
  constructor(
    server: string,
    secrets: Pick<SecretStore, 'read' | 'set' | 'has'>,
    hide: (...secrets: readonly string[]) => void,
  ) {
    this.#server = server;
    this.#secrets = secrets;
    this.#hide = hide;
  }

  /** Called by a transport. A token that another request has renewed meanwhile is reused. */
  readonly authProvider: AuthProvider = {
    token: async () => (await this.tokens())?.access_token,
    onUnauthorized: async ({ response, serverUrl, fetchFn }) => {
      this.#refreshing ??= this.#refresh(response, serverUrl, fetchFn).finally(
        () => (this.#refreshing = null),
      );
      await this.#refreshing;
    },
  };

  begin(attempt: LoginAttempt): void {
    this.#attempt = attempt;
    this.#discovery = undefined;
    this.#registered = undefined;
  }

  end(): void {
    this.#attempt = null;
  }

  get redirectUrl(): string {
    return this.#attempt?.redirectUrl ?? unusedRedirect;
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Gatehouse',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    };
  }

  state(): string {
    return this.#attempt?.state ?? '';
  }

  async clientInformation(
    context?: OAuthClientInformationContext,
  ): Promise<StoredOAuthClientInformation | undefined> {
    // An earlier client was registered with the redirect URL of that time.
    if (this.#attempt) return this.#registered;
    const { clients, issuer } = await this.#read();
    return clients[context?.issuer ?? issuer ?? ''] as StoredOAuthClientInformation | undefined;
  }

  async saveClientInformation(
    client: StoredOAuthClientInformation,
    context?: OAuthClientInformationContext,
  ): Promise<void> {
    const key = context?.issuer ?? '';
    this.#registered = client;
    await this.#change((login) => ({ ...login, clients: { ...login.clients, [key]: client } }));
  }

  async tokens(context?: OAuthClientInformationContext): Promise<StoredOAuthTokens | undefined> {
    const { tokens, issuer } = await this.#read();
    const own = tokens[context?.issuer ?? issuer ?? ''] as StoredOAuthTokens | undefined;
    if (own) this.#hide(...secretsIn(own));
    return own;
  }

  async saveTokens(
    tokens: StoredOAuthTokens,
    context?: OAuthClientInformationContext,
  ): Promise<void> {
    const key = context?.issuer ?? '';
    this.#hide(...secretsIn(tokens));
    await this.#change((login) => ({
      ...login,
      issuer: key,
      tokens: { ...login.tokens, [key]: tokens },
    }));
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    if (!this.#attempt) throw new UnauthorizedError('The user has to log in.');
    await this.#attempt.open(url);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  async invalidateCredentials(
    which: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery',
  ): Promise<void> {
    if (which === 'verifier') this.#verifier = '';
    if (which === 'discovery' || which === 'all') this.#discovery = undefined;
    if (which === 'tokens') await this.#change((login) => ({ ...login, tokens: {} }));
    if (which === 'client') await this.#change((login) => ({ ...login, clients: {} }));
    if (which === 'all') await this.#change(() => noLogin);
  }

  /** The URL of its metadata, as reported by the server. */
  get metadataUrl(): URL | undefined {
    return this.#metadataUrl;
  }

  get isLoggedIn(): boolean {
    return this.#secrets.has(this.#server, loginSecret);
  }

  forget(): Promise<void> {
    this.#discovery = undefined;
    return this.#secrets.set(this.#server, loginSecret, null);
  }

  async #refresh(
    response: Response,
    serverUrl: URL,
    fetchFn: NonNullable<Parameters<typeof auth>[1]['fetchFn']>,
  ): Promise<void> {
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
    this.#metadataUrl = resourceMetadataUrl;
    const tokens = await this.tokens();
    // The response to a request with the old token can arrive after the token was renewed.
    const used = credentialOf(response);
    if (used !== null && tokens && used !== `Bearer ${tokens.access_token}`) return;
    // Without it, the SDK would register a client and start a login.
    if (!tokens?.refresh_token) {
      await this.invalidateCredentials('tokens');
      throw new UnauthorizedError('The user has to log in.');
    }
    const result = await auth(this, {
      ...{ serverUrl, fetchFn },
      ...(resourceMetadataUrl ? { resourceMetadataUrl } : {}),
      ...(scope === undefined ? {} : { scope }),
    });
    if (result !== 'AUTHORIZED') throw new UnauthorizedError('The user has to log in.');
  }

  async #read(): Promise<StoredLogin> {
    const text = await this.#secrets.read(this.#server, loginSecret);
    if (text === null) return noLogin;
    try {
      return StoredLogin.parse(JSON.parse(text));
    } catch {
      return noLogin;
    }
  }

  async #change(change: (login: StoredLogin) => StoredLogin): Promise<void> {
    const login = change(await this.#read());
    await this.#secrets.set(this.#server, loginSecret, JSON.stringify(login));
  }
}

const secretsIn = ({ access_token: access, refresh_token: refresh }: StoredOAuthTokens) =>
  [access, refresh ?? ''].filter((secret) => secret !== '');
