import { clientTexts } from '#contracts/errors.ts'
import type { TenantStatus } from '#contracts/tenant.ts'

/** The workspace a person is in. `role` is for display only: the server decides what it allows. */
export interface SelectedTenant {
  id: string
  name: string
  role: string
}

/** Where the choice of a workspace stands (S-01). `message` is a text of the error catalogue, as a translation key. */
export type TenantState =
  | { status: 'loading' }
  | { status: 'required'; message: string | null }
  | { status: 'selected'; tenant: SelectedTenant }
  | { status: 'error'; subdomain: string }

export const tenantLoading: TenantState = { status: 'loading' }

/** What an answer of `GET /api/auth/tenant-status` means on this host (S-02, S-03, S-04). */
export function tenantStateAfter(answer: TenantAnswer, subdomain: string | null): TenantState {
  const id = answer.tenant_id ?? answer.tenant?.id
  if (id) {
    return {
      status: 'selected',
      tenant: { id, name: answer.name ?? answer.tenant?.name ?? '', role: answer.role ?? '' },
    }
  }
  return subdomain === null ? { status: 'required', message: null } : { status: 'error', subdomain }
}

/** Whether an answer can be what was asked for: something in between may answer in the backend's place. */
export function isTenantAnswer(answer: unknown): answer is TenantAnswer {
  if (typeof answer !== 'object' || answer === null) return false
  const { status, tenant_id, tenant } = answer as Record<string, unknown>
  const id = tenant_id ?? (tenant as { id?: unknown } | null | undefined)?.id
  return id === undefined || id === null ? status === 'needs_selection' : typeof id === 'string'
}

/** What a failed call means (S-05). */
export const tenantStateAfterFailure = (): TenantState => ({
  status: 'required',
  message: clientTexts.backendUnavailableSelect,
})

/** The answer in both spellings the specification allows: `tenant_id`, or a `tenant` with an id. */
export type TenantAnswer = TenantStatus & { tenant?: { id: string; name?: string } | null }
