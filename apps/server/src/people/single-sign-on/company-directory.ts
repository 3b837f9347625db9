import { Inject, Injectable } from '@nestjs/common';
import * as oidc from 'openid-client';
import { z } from 'zod';
import { groupsIn } from '@headland/domain/directory';
import { CONFIG, type Config } from '../../platform/config';
import { Problem } from '../../platform/problem';

/** A login that is under way: what its answer must fit. */
export interface PendingSignOn {
  state: string;
  verifier: string;
  nonce: string;
}
/** Whom the directory vouches for. */
export interface DirectoryPerson {
  issuer: string;
  /** the person there, for good: names and addresses change */
  subject: string;
  name: string | null;
  /** only an address that is the person's own */
  email: string | null;
  /** verified or not: it opens nothing */
  statedEmail: string | null;
  /** what the login ID is made of */
  userName: string;
  /** null: the directory names none */
  groups: string[] | null;
}

/** The directory is asked for its addresses and keys again after this. */
const metadataMs = 3_600_000;
const timeoutS = 10;

const Claims = z.looseObject({
  sub: z.string(),
  name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
  email: z.email().optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(false),
});

/**
 * The OpenID Connect provider of the configuration, with the authorization code flow: PKCE, state and nonce, and an ID
 * token whose signature is verified.
 */
@Injectable()
export class CompanyDirectory {
  private asked: { at: number; provider: Promise<oidc.Configuration> } | null = null;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Where the browser goes. Throws NOT_FOUND where no directory is configured, SSO_UNREACHABLE. */
  async begin(): Promise<PendingSignOn & { url: string }> {
    const provider = await this.provider();
    const pending = {
      state: oidc.randomState(),
      verifier: oidc.randomPKCECodeVerifier(),
      nonce: oidc.randomNonce(),
    };
    const url = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: this.comesBackTo(),
      scope: this.config.OIDC_SCOPE,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
    });
    return { ...pending, url: url.href };
  }

  /** `query`: of the address to which the browser came back. Throws SSO_REFUSED or SSO_UNREACHABLE. */
  async person(query: string, pending: PendingSignOn): Promise<DirectoryPerson> {
    const provider = await this.provider();
    const { issuer } = provider.serverMetadata();
    try {
      const tokens = await oidc.authorizationCodeGrant(provider, new URL(`${this.comesBackTo()}?${query}`), {
        ...{ expectedState: pending.state, expectedNonce: pending.nonce, pkceCodeVerifier: pending.verifier },
        idTokenExpected: true,
      });
      const own = Claims.parse(tokens.claims());
      const { OIDC_GROUPS_CLAIM: claim, OIDC_ROLES, OIDC_EMAIL_TRUSTED } = this.config;
      const complete = own.email !== undefined && (OIDC_ROLES === undefined || groupsIn(own, claim) !== null);
      const more = !complete && provider.serverMetadata().userinfo_endpoint !== undefined;
      const all = more
        ? Claims.parse({ ...(await oidc.fetchUserInfo(provider, tokens.access_token, own.sub)), ...own })
        : own;
      const owned = OIDC_EMAIL_TRUSTED || all.email_verified === true;
      const statedEmail = all.email?.toLowerCase() ?? null;
      return {
        issuer,
        subject: own.sub,
        name: all.name ?? null,
        email: owned ? statedEmail : null,
        statedEmail,
        userName: all.preferred_username ?? all.email ?? all.name ?? '',
        groups: groupsIn(all, claim),
      };
    } catch (error) {
      throw new Problem(isAway(error) ? 'SSO_UNREACHABLE' : 'SSO_REFUSED', {}, undefined, { cause: error });
    }
  }

  private comesBackTo(): string {
    return new URL('/sso', this.config.PUBLIC_URL).href;
  }

  private async provider(): Promise<oidc.Configuration> {
    if (this.config.OIDC_ISSUER === undefined) throw new Problem('NOT_FOUND');
    const now = performance.now();
    if (this.asked === null || now - this.asked.at > metadataMs) this.asked = { at: now, provider: this.discover() };
    try {
      return await this.asked.provider;
    } catch (error) {
      this.asked = null;
      throw new Problem('SSO_UNREACHABLE', {}, undefined, { cause: error });
    }
  }

  private async discover(): Promise<oidc.Configuration> {
    const { OIDC_ISSUER = '', OIDC_CLIENT_ID = '', OIDC_CLIENT_SECRET: secret } = this.config;
    const provider = await oidc.discovery(
      new URL(OIDC_ISSUER),
      OIDC_CLIENT_ID,
      undefined,
      secret === undefined ? oidc.None() : clientSecret(secret),
      // the configuration admits http of this machine alone
      { execute: OIDC_ISSUER.startsWith('http:') ? [oidc.allowInsecureRequests] : [], timeout: timeoutS },
    );
    oidc.enableNonRepudiationChecks(provider);
    return provider;
  }
}

/** In the header, as the standard has it, unless the directory takes it in the body alone. */
const clientSecret =
  (secret: string): oidc.ClientAuth =>
  (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    const auth = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    return auth(secret)(server, ...rest);
  };

/** It did not answer, or not as a directory does; anything else is a refusal. */
const isAway = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof oidc.ClientError && ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'].includes(error.code ?? ''));
