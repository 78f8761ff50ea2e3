import { type JsonObject, isJsonObject } from '#base/json.ts'

/** A way to sign in with an account elsewhere, as the operator sets it up. */
export interface ProviderSettings {
  /** `google`, `azure`, `github`, `apple`, or `custom:…` for any OpenID Connect issuer. */
  id: string
  clientId: string
  clientSecret: string
  /** Shown on the button. */
  name: string
  /** An OpenID Connect issuer; what it serves is asked of it. Empty for `github`. */
  issuer: string
  /** Further audiences of ID tokens, such as the client ids of native applications. */
  audiences: string[]
  /** Whether an address this issuer calls verified may open the account of that address here. */
  trustEmail: boolean
  /** Where GitHub's own service is; others only in tests and for GitHub Enterprise. */
  github?: { site: string; api: string }
}

/** Somebody as a provider knows them. */
export interface ForeignAccount {
  provider: string
  issuer: string
  subject: string
  /** Lower case; '' when none was told. */
  email: string
  /** Whether the provider vouches for the address and is one whose word counts. */
  emailTrusted: boolean
  /** What is kept and shown of them. */
  profile: JsonObject
}

type Claims = Record<string, unknown>

const text = (claims: Claims, key: string): string => {
  const value = claims[key]
  return typeof value === 'string' ? value.slice(0, 2000) : ''
}

// Apple writes the flag as a text.
const isTrue = (value: unknown): boolean => value === true || value === 'true'

/** What the claims of an OpenID Connect provider say. */
export function accountOf(provider: ProviderSettings, claims: Claims): ForeignAccount {
  const email = text(claims, 'email').trim().toLowerCase()
  const subject = text(claims, 'sub')
  const issuer = text(claims, 'iss')
  const name =
    text(claims, 'name') || [text(claims, 'given_name'), text(claims, 'family_name')].join(' ').trim()
  return {
    provider: provider.id,
    issuer,
    subject,
    email,
    emailTrusted: email !== '' && trusts(provider, claims),
    profile: {
      iss: issuer,
      sub: subject,
      provider_id: subject,
      ...(email && { email }),
      email_verified: isTrue(claims['email_verified']),
      phone_verified: false,
      ...(name && { name, full_name: name }),
      ...(text(claims, 'picture').startsWith('https://') && { avatar_url: text(claims, 'picture') }),
    },
  }
}

/**
 * Microsoft's `email` is whatever the administrator of the person's directory typed, and `email_verified` is not said: only
 * a domain the directory owns counts (`xms_edov`), or a directory that the operator trusts as a whole.
 */
function trusts(provider: ProviderSettings, claims: Claims): boolean {
  if (provider.id === 'azure') return isTrue(claims['xms_edov']) || provider.trustEmail
  return provider.trustEmail && isTrue(claims['email_verified'])
}

/** An account that was kept with a flow until its code is exchanged. */
export function keptAccount(value: unknown): ForeignAccount | null {
  if (!isJsonObject(value)) return null
  const { provider, issuer, subject, email, emailTrusted, profile } = value
  return {
    provider: String(provider),
    issuer: String(issuer),
    subject: String(subject),
    email: String(email),
    emailTrusted: emailTrusted === true,
    profile: isJsonObject(profile) ? profile : {},
  }
}
