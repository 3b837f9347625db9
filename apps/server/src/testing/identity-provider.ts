import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
interface Asked {
  parameters: URLSearchParams;
  claims: JWTPayload;
}

/** An OpenID Connect provider of the specs: it vouches for whom it is told, keeps to the standard, and lies where it is told to. */
export class TestIdentityProvider {
  readonly client = { id: 'headland', secret: 'a secret & more' };
  /** who logs in next */
  person: JWTPayload = {};
  /** of the person, told by the userinfo endpoint alone */
  userInfo: JWTPayload = {};
  /** changes the ID token before it is signed */
  spoil: (claims: JWTPayload) => JWTPayload = (claims) => claims;
  /** signs with a key that it does not publish */
  forged = false;
  /** the only way in which a client may name its secret */
  authenticates: 'client_secret_basic' | 'client_secret_post' = 'client_secret_basic';
  private readonly codes = new Map<string, Asked>();
  private readonly tokens = new Map<string, JWTPayload>();

  private constructor(
    private readonly server: Server,
    private readonly key: Key,
    private readonly otherKey: Key,
    private readonly jwk: JWK,
  ) {}

  static async start(): Promise<TestIdentityProvider> {
    const [pair, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
    const server = createServer();
    const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
    const provider = new TestIdentityProvider(server, pair.privateKey, other.privateKey, jwk);
    server.on('request', (request, response) => void provider.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** What a browser does: it goes there, the person logs in, and it comes back. Returns the query of the address. */
  async visit(url: string): Promise<string> {
    const response = await fetch(url, { redirect: 'manual' });
    const back = response.headers.get('location');
    if (back === null) throw new Error(`${response.status} ${await response.text()}`);
    return new URL(back).search.slice(1);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', this.issuer);
    const json = (body: unknown, status = 200): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    switch (address.pathname) {
      case '/.well-known/openid-configuration':
        return json({
          issuer: this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          userinfo_endpoint: `${this.issuer}/userinfo`,
          jwks_uri: `${this.issuer}/keys`,
          token_endpoint_auth_methods_supported: [this.authenticates],
          authorization_response_iss_parameter_supported: true,
          code_challenge_methods_supported: ['S256'],
        });
      case '/keys':
        return json({ keys: [this.jwk] });
      case '/authorize':
        return this.authorize(address.searchParams, response);
      case '/token':
        return this.token(request, new URLSearchParams(await text(request)), json);
      case '/userinfo':
        return json(this.tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '') ?? {});
      default:
        return json({}, 404);
    }
  }

  private authorize(parameters: URLSearchParams, response: ServerResponse): void {
    const back = new URL(parameters.get('redirect_uri') ?? '');
    back.searchParams.set('state', parameters.get('state') ?? '');
    back.searchParams.set('iss', this.issuer);
    if (this.person.sub === undefined) back.searchParams.set('error', 'access_denied');
    else {
      const code = randomUUID();
      this.codes.set(code, { parameters, claims: this.person });
      back.searchParams.set('code', code);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  private async token(
    request: IncomingMessage,
    body: URLSearchParams,
    json: (body: unknown, status?: number) => void,
  ): Promise<void> {
    const code = body.get('code') ?? '';
    const asked = this.codes.get(code);
    this.codes.delete(code);
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (!this.knows(request, body)) return json({ error: 'invalid_client' }, 401);
    if (
      asked?.parameters.get('code_challenge') !== challenge ||
      asked.parameters.get('redirect_uri') !== body.get('redirect_uri')
    )
      return json({ error: 'invalid_grant' }, 400);
    const now = Math.floor(Date.now() / 1000);
    const claims = this.spoil({
      ...{ iss: this.issuer, aud: this.client.id, iat: now, exp: now + 300 },
      nonce: asked.parameters.get('nonce') ?? '',
      ...asked.claims,
    });
    const access = randomUUID();
    this.tokens.set(access, { sub: asked.claims.sub, ...this.userInfo });
    json({
      access_token: access,
      token_type: 'Bearer',
      expires_in: 300,
      id_token: await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .sign(this.forged ? this.otherKey : this.key),
    });
  }

  private knows({ headers }: IncomingMessage, body: URLSearchParams): boolean {
    const { id, secret } = this.client;
    if (this.authenticates === 'client_secret_post') return body.get('client_secret') === secret;
    const given = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
    const form = (value: string): string => new URLSearchParams({ v: value }).toString().slice(2);
    return given === `${form(id)}:${form(secret)}`;
  }
}
