import type pg from 'pg'
import { AppError } from '#base/app-error.ts'
import { assert, must } from '#base/assert.ts'
import { RecentSet } from './recent-set.ts'
import type { Logger } from '../log/logger.ts'
import { noteRefusedToken } from '../tokens/note-use.ts'
import { feedOf } from '../changes/change-feed.ts'
import { Transaction, type Mode } from '../database/transaction.ts'

/** What a request says about who and where; every part was checked to be what it claims to be in form. */
export interface Claim {
  /** Of a token's request nobody knows yet whose it is: its hash stands here. */
  userId: string
  sessionId: string
  /** `undefined`: outside any workspace. Null: no X-Tenant-Id. */
  tenantId: string | null | undefined
  subdomain: string | null
  /** SHA-256 of the API token that asks instead of a session, in hex. */
  tokenHash?: string | null
}

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

export interface Place {
  tenantId: string
  tenantName: string
  subdomain: string | null
  role: string
  releaseId: string
  /** Every change up to this number is in what the transaction that found this place sees. */
  changeNumber: number
  token: TokenHolder | null
}

interface Entered {
  outcome: 'ok' | 'unauthorized' | 'revoked' | 'not_found' | 'tenant_mismatch' | 'selection' | 'suspended'
  tenant_id: string
  tenant_name: string
  subdomain: string | null
  role: string
  release_id: string
  slots_id: string | null
  change_number: number
  token_id?: string
  token_name?: string
  own_role?: string
  user_id?: string
  email?: string | null
  user_name?: string | null
}

const denials: ReadonlySet<string> = new Set(['not_found', 'tenant_mismatch', 'suspended'])
const covers: Record<Mode, Mode[]> = { read: ['read'], write: ['write'], release: ['release', 'write'] }
const memberships = new RecentSet(20_000)
const passages = new WeakMap<object, Passage>()

/** The passage a caller or user came through. */
export const passageOf = (person: object): Passage | undefined => passages.get(person)

/** Joins a caller or user to the passage they came through. */
export const rememberPassage = (person: object, passage: Passage): void => void passages.set(person, passage)

/**
 * One request's way into the database: opens transactions in which PostgreSQL itself has checked the sign-in and the
 * membership, in the round trip of the begin. It can hold one of them open for the whole of the request.
 */
export class Passage {
  place: Place | null = null
  private shared: Transaction | null = null
  private readonly pool: pg.Pool
  private readonly claim: Claim
  private readonly requestId: string
  private readonly log: Logger | null

  constructor(pool: pg.Pool, claim: Claim, requestId: string, log: Logger | null = null) {
    this.pool = pool
    this.claim = claim
    this.requestId = requestId
    this.log = log
  }

  /** A new transaction. Throws 401, 403, 404 or 409 as the workspace rules say. */
  async open(mode: Mode): Promise<Transaction> {
    const { claim } = this
    if (claim.tenantId === undefined) return this.openForUser(mode)
    const entering = `select e.*, case e.outcome when 'ok' then app.last_change()::float8 end as change_number from ${this.door(claim)}, ${quote(
      this.place?.tenantId ?? claim.tenantId,
    )}, ${quote(claim.subdomain)}, ${quote(mode)}) as e`
    const [transaction, rows] = await Transaction.begin<Entered>(
      this.pool,
      mode,
      this.requestId,
      entering,
      this.share(),
    )
    const entered = must(rows[0], 'app.enter answers one row')
    if (entered.outcome !== 'ok') {
      await transaction.rollback()
      if (denials.has(entered.outcome))
        this.log?.warn('tenant_denied', { requestId: this.requestId, ...claim, outcome: entered.outcome })
      if (entered.outcome === 'revoked') await noteRefusedToken(this.pool, claim.userId, this.requestId)
      throw refusal(entered.outcome)
    }
    transaction.releaseId = entered.release_id
    transaction.slotsId = entered.slots_id
    if (mode !== 'read') transaction.afterCommit(async () => feedOf(this.pool)?.committed(entered.tenant_id))
    memberships.remember(`${claim.userId} ${entered.tenant_id}`)
    this.place = {
      tenantId: entered.tenant_id,
      tenantName: entered.tenant_name,
      subdomain: entered.subdomain,
      role: entered.role,
      releaseId: entered.release_id,
      changeNumber: entered.change_number,
      token: holderOf(entered),
    }
    return transaction
  }

  private door({ userId, sessionId, tokenHash }: Claim): string {
    return tokenHash
      ? `app.enter_token(decode(${quote(tokenHash)}, 'hex')`
      : `app.enter(${quote(userId)}, ${quote(sessionId)}`
  }

  // A workspace's share is for those who were found in it; whoever only names it has a share of their own.
  private share(): string {
    const { userId, tenantId } = this.claim
    const named = this.place?.tenantId ?? tenantId
    return named && memberships.has(`${userId} ${named}`) ? named : userId
  }

  private async openForUser(mode: Mode): Promise<Transaction> {
    const entering = `select app.enter_user(${quote(this.claim.userId)}, ${quote(this.claim.sessionId)}) as alive`
    const [transaction, rows] = await Transaction.begin<{ alive: boolean }>(
      this.pool,
      mode,
      this.requestId,
      entering,
      this.share(),
    )
    if (rows[0]?.alive === true) return transaction
    await transaction.rollback()
    throw new AppError('unauthorized')
  }

  /** Opens the transaction that the whole request shares. */
  async hold(mode: Mode): Promise<void> {
    this.shared = await this.open(mode)
  }

  /** The shared transaction, if one is held; in another mode when asked for before its first statement. */
  async held(mode?: Mode): Promise<Transaction | null> {
    const { shared } = this
    if (!shared || mode === undefined || shared.mode === mode) return shared
    if (!shared.used) {
      await shared.rollback()
      this.shared = null
      await this.hold(mode)
      return this.shared
    }
    assert(
      covers[shared.mode].includes(mode),
      `this call's transaction is "${shared.mode}" and in use, it cannot become "${mode}": name the mode in handle()`,
    )
    return shared
  }

  /** Ends the shared transaction well, after `last`. */
  async finish(last?: string): Promise<void> {
    const transaction = this.shared
    this.shared = null
    await transaction?.commit(last)
  }

  /** Takes the shared transaction back. */
  async abandon(): Promise<void> {
    const transaction = this.shared
    this.shared = null
    await transaction?.rollback()
  }
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

function refusal(outcome: Exclude<Entered['outcome'], 'ok'>): AppError {
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
    case 'suspended':
      return new AppError('forbidden', 'Your access to this workspace is suspended.')
  }
}

// Ids, host labels and modes only, all checked before: letters, digits and hyphens.
function quote(value: string | null): string {
  if (value === null) return 'null'
  assert(/^[a-z0-9-]+$/i.test(value), 'only plain values are written into a statement')
  return `'${value}'`
}
