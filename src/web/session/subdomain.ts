const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const address = /^\[|^\d{1,3}(?:\.\d{1,3}){3}$/

/**
 * The workspace a host name stands for (V-06): the first of at least three labels made of letters, digits and hyphens.
 * `acme.formwork.app` → `'acme'`; localhost, IP addresses, `www` and the product's own domain → null.
 * `appDomain` is the domain workspaces live under, and `home` the host of the application itself, when the deployment says
 * so: a host outside of the one, or the other, names none.
 */
export function subdomainOf(
  host: string,
  appDomain: string | null = null,
  home: string | null = null,
): string | null {
  if (home !== null && host.toLowerCase() === home.toLowerCase()) return null
  const name = host.toLowerCase().replace(/\.$/, '').replace(/:\d+$/, '')
  if (address.test(name) || name === 'localhost' || name.endsWith('.localhost')) return null
  const labels = name.split('.')
  const first = labels[0] ?? ''
  if (labels.length < 3 || !labels.every((part) => label.test(part)) || first === 'www') return null
  if (appDomain === null) return first
  return name === `${first}.${appDomain.toLowerCase()}` ? first : null
}
