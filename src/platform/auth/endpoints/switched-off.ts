import { AuthError } from '../auth-error.ts'

// Ways of the hosted service that this one does not offer answer as the hosted service does when they are switched
// off in its settings, so that a client can tell "not here" from "broken".

/** `POST /sso`. */
export function signInWithSso(): never {
  throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}
