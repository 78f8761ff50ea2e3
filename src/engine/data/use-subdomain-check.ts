import { useEffect, useState } from 'react'
import type { SubdomainAnswer } from '#contracts/tenant.ts'
import { useApi } from '../engine-context.tsx'

const pause = 300

const reasons: Record<NonNullable<SubdomainAnswer['reason']>, string> = {
  form: 'Use letters, digits and hyphens.',
  reserved: 'This address cannot be used.',
  taken: 'This address is taken.',
}

/**
 * Asks while somebody types whether an address can be had, for a workspace (null: one about to be made). Null until it is
 * known; `problem` is a translation key. Whoever saves is told again: it may be taken in between.
 */
export function useSubdomainCheck(
  address: string | null,
  tenantId: string | null = null,
): { free: boolean; problem: string | null } | null {
  const api = useApi()
  const [known, setKnown] = useState<{ address: string; answer: SubdomainAnswer } | null>(null)
  useEffect(() => {
    if (address === null || address === '') return
    let stale = false
    const timer = setTimeout(() => {
      const search = { subdomain: address, ...(tenantId === null ? {} : { tenant: tenantId }) }
      api.call('GET /api/tenants/subdomain-available', { search }).then(
        (answer) => void (stale || setKnown({ address, answer })),
        // Not knowing is no fault: saving tells.
        () => void (stale || setKnown(null)),
      )
    }, pause)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [api, address, tenantId])
  if (known === null || known.address !== address) return null
  const { available, reason } = known.answer
  return { free: available, problem: reason === null ? null : reasons[reason] }
}
