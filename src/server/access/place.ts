import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'

/** The token a request came with and the person it stands for. */
export interface TokenHolder {
  id: string
  name: string
  /** What its person may now; the place's `role` is what the token acts as. */
  ownRole: string
  userId: string
  email: string | null
  userName: string | null
}

/** The workspace a request was let into, and as what. */
export interface Place {
  tenantId: string
  tenantName: string
  subdomain: string | null
  role: string
  releaseId: string
  /** Every change up to this number is in what the transaction that found this place sees. */
  changeNumber: number
  token: TokenHolder | null
  slotsId: string | null
}

/** How a door turns somebody away; `second_factor` is what this server makes of a door that would let them in. */
export type Refused = Exclude<Entered['outcome'], 'ok'> | 'second_factor'

/** What the doors of the database (`app.enter`, `app.enter_token`) answer. */
export interface Entered {
  outcome: 'ok' | 'unauthorized' | 'revoked' | 'not_found' | 'tenant_mismatch' | 'selection' | 'suspended'
  tenant_id: string
  tenant_name: string
  subdomain: string | null
  role: string
  release_id: string
  slots_id: string | null
  change_number: number
  /** Whether this is a session without the second step that the person or the workspace asks for. */
  factor_missing?: boolean
  token_id?: string
  token_name?: string
  own_role?: string
  user_id?: string
  email?: string | null
  user_name?: string | null
}

const holderOf = (entered: Entered): TokenHolder | null =>
  entered.token_id === undefined
    ? null
    : {
        id: entered.token_id,
        name: must(entered.token_name),
        ownRole: must(entered.own_role),
        userId: must(entered.user_id),
        email: entered.email ?? null,
        userName: entered.user_name ?? null,
      }

/** What a door let somebody into. */
export const placeOf = (entered: Entered): Place => ({
  tenantId: entered.tenant_id,
  tenantName: entered.tenant_name,
  subdomain: entered.subdomain,
  role: entered.role,
  releaseId: entered.release_id,
  slotsId: entered.slots_id,
  changeNumber: entered.change_number,
  token: holderOf(entered),
})

/** Whether an answer made for one is right for the other; the change number moves with every write and counts for nothing. */
export const isSamePlace = (a: Place, b: Place): boolean =>
  a.tenantId === b.tenantId &&
  a.tenantName === b.tenantName &&
  a.subdomain === b.subdomain &&
  a.role === b.role &&
  a.releaseId === b.releaseId &&
  a.slotsId === b.slotsId &&
  a.token?.id === b.token?.id &&
  a.token?.ownRole === b.token?.ownRole

/** How somebody is turned away. */
export function refusal(outcome: Refused): AppError {
  switch (outcome) {
    case 'unauthorized':
    case 'revoked':
      return new AppError('unauthorized')
    case 'not_found':
      return new AppError('not_found')
    case 'tenant_mismatch':
      return new AppError('tenant_mismatch', 'This address belongs to another workspace.')
    case 'selection':
      return new AppError('tenant_selection_required')
    case 'second_factor':
      return new AppError('insufficient_aal')
    case 'suspended':
      return new AppError('forbidden', 'Your access to this workspace is suspended.')
  }
}
