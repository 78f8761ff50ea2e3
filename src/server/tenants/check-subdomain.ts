import { invalid } from '#base/app-error.ts'
import { reservedSubdomains } from '#contracts/tenant.ts'

/** Refuses (422) a host label that is kept for the product itself. The form was checked before: letters, digits, hyphens. */
export function checkSubdomain(subdomain: string): void {
  const reserved: readonly string[] = reservedSubdomains
  // xn-- is how a browser writes other alphabets: look-alikes of somebody else's name.
  if (reserved.includes(subdomain) || subdomain.startsWith('xn--'))
    throw invalid([{ path: 'subdomain', code: 'reserved', message: 'This address cannot be used.' }])
}

/** The refusal (422 `not_unique`) of an address another workspace has. */
export const subdomainTaken = 'This address is taken.'
