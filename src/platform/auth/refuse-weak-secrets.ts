const minSecretLength = 32
const minPasswordLength = 8

const samples = [
  /your[-_ ]?(super[-_ ]?)?(secret|jwt)/i,
  /super-secret-jwt-token-with-at-least-32-characters-long/i,
  /change[-_ ]?me|replace[-_ ]?(me|this)|example|sample|placeholder|(^|[-_])(test|dummy|todo)([-_]|$)/i,
  /^(password|passwort|postgres|postgresql|admin|secret|formwork|root|supabase)\d*$/i,
]

/**
 * In production a secret that others could guess stops the start. Throws an Error that names every weak setting and
 * never repeats its value.
 */
export function refuseWeakSecrets(settings: { jwtSecret: string | undefined; databaseUrl: string }): void {
  const problems = [
    jwtSecretProblem(settings.jwtSecret),
    databasePasswordProblem(settings.databaseUrl),
  ].filter(Boolean)
  if (problems.length > 0) throw new Error(`Refusing to start in production: ${problems.join(' ')}`)
}

function jwtSecretProblem(secret: string | undefined): string | null {
  if (secret === undefined) return null
  if (secret === '')
    return 'The JWT secret is empty; leave it out and a random one is made and kept, or set one.'
  if (secret.length < minSecretLength) return `The JWT secret is shorter than ${minSecretLength} characters.`
  if (samples.some((sample) => sample.test(secret))) return 'The JWT secret is a sample value.'
  if (new Set(secret).size < 12) return 'The JWT secret repeats a few characters.'
  return null
}

function databasePasswordProblem(databaseUrl: string): string | null {
  if (!URL.canParse(databaseUrl)) return null
  const { password } = new URL(databaseUrl)
  // None at all means another way to sign in (socket, certificate, password file).
  if (password === '') return null
  if (password.length < minPasswordLength)
    return `The database password in DATABASE_URL is shorter than ${minPasswordLength} characters.`
  if (samples.some((sample) => sample.test(password)))
    return 'The database password in DATABASE_URL is a sample value.'
  return null
}
