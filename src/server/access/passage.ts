import type pg from 'pg'
import { assert, must } from '#base/assert.ts'
import { isSamePlace, placeOf, refusal, type Entered, type Place, type Refused } from './place.ts'
import type { Statement } from '#kernel/sql/sql.ts'
import { RecentMap } from './recent-map.ts'
import { RecentSet } from './recent-set.ts'
import type { Logger } from '../log/logger.ts'
import { noteDenied } from '../audit/note-denied.ts'
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
  /** The network address it comes from, for the audit log. */
  address?: string
  /** What the session's token says; without it, that of a session without a second step. */
  aal?: 'aal1' | 'aal2'
  /** Outside a workspace: whether the call is one of a sign-in that still lacks its second step. */
  beforeSecondFactor?: boolean
}

const denials: ReadonlySet<string> = new Set(['not_found', 'tenant_mismatch', 'suspended'])
const covers: Record<Mode, Mode[]> = { read: ['read'], write: ['write'], release: ['release', 'write'] }
const memberships = new RecentSet(20_000)
// Where somebody was let in last, and as what.
const lastPlaces = new RecentMap<Place>(20_000)
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
  private assuming = false
  // The workspace the database let this request into; what is only assumed does not choose between several.
  private admitted: string | null = null
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

  /**
   * A new transaction. Throws 401, 403, 404 or 409 as the workspace rules say. With `assume` it does not wait to be told
   * when it went well a moment ago: it takes that this is still so, and `confirm` (or its commit) tells whether it is.
   */
  async open(mode: Mode, assume = false): Promise<Transaction> {
    const { claim } = this
    if (claim.tenantId === undefined) return this.openForUser(mode)
    const last = assume && mode !== 'release' ? lastPlaces.get(this.name()) : undefined
    const [transaction, answer] = await Transaction.begin<Entered>(
      this.pool,
      mode,
      this.requestId,
      this.door(mode),
      this.share(),
    )
    const entered = answer.then(async (rows) => this.enter(must(rows[0], 'app.enter answers one row'), !last))
    if (last) {
      transaction.assume(
        entered.then((place) => {
          if (!isSamePlace(place, last)) throw new Error('The workspace has changed since the last request.')
          this.place = place
        }),
      )
      this.be(transaction, last)
      return transaction
    }
    try {
      this.be(transaction, await entered)
    } catch (error) {
      await transaction.rollback()
      throw error
    }
    return transaction
  }

  private async enter(entered: Entered, isFinal: boolean): Promise<Place> {
    const { claim } = this
    const outcome = entered.outcome === 'ok' && entered.factor_missing ? 'second_factor' : entered.outcome
    if (outcome !== 'ok') {
      lastPlaces.delete(this.name())
      // What was only assumed is asked for once more, and noted then.
      if (isFinal) await this.note(outcome)
      throw refusal(outcome)
    }
    memberships.remember(`${claim.userId} ${entered.tenant_id}`)
    const place = placeOf(entered)
    lastPlaces.set(this.name(), place)
    this.admitted = place.tenantId
    return place
  }

  private async note(outcome: Refused): Promise<void> {
    const { claim, requestId } = this
    if (denials.has(outcome)) {
      this.log?.warn('tenant_denied', { requestId, ...claim, outcome })
      await noteDenied(this.pool, this.log, {
        userId: claim.tokenHash ? null : claim.userId,
        tenantId: claim.tenantId ?? null,
        subdomain: claim.subdomain,
        address: plainAddress(claim.address),
        requestId,
      })
    }
    if (outcome === 'revoked') await noteRefusedToken(this.pool, claim.userId, requestId)
  }

  private be(transaction: Transaction, place: Place): void {
    if (transaction.mode !== 'read')
      transaction.afterCommit(async () => feedOf(this.pool)?.committed(place.tenantId))
    transaction.releaseId = place.releaseId
    transaction.slotsId = place.slotsId
    this.place = place
  }

  private name(): string {
    const { userId, sessionId, tenantId, subdomain } = this.claim
    return `${userId} ${sessionId} ${tenantId ?? ''} ${subdomain ?? ''}`
  }

  private door(mode: Mode): Statement {
    const { userId, sessionId, tokenHash, subdomain, tenantId, aal = 'aal1' } = this.claim
    // Where it comes from is for what the audit log says of a write.
    const given = [plainAddress(this.claim.address), this.admitted ?? tenantId, subdomain, mode]
    // A program has no second step; whoever made its token had to take theirs.
    return tokenHash
      ? {
          text: `select e.*, set_config('app.client', $1, true), case e.outcome when 'ok' then app.last_change()::float8 end as change_number
            from app.enter_token(decode($5, 'hex'), $2, $3, $4) as e`,
          values: [...given, tokenHash],
        }
      : {
          text: 'call app.enter($5, $6, $7, $1, $2, $3, $4, null, null, null, null, null, null, null, null, null)',
          values: [...given, userId, sessionId, aal],
        }
  }

  // A workspace's share is for those who were found in it; whoever only names it has a share of their own.
  private share(): string {
    const { userId, tenantId } = this.claim
    const named = this.place?.tenantId ?? tenantId
    return named && memberships.has(`${userId} ${named}`) ? named : userId
  }

  private async openForUser(mode: Mode): Promise<Transaction> {
    const { userId, sessionId, tokenHash, aal = 'aal1', beforeSecondFactor } = this.claim
    const asksFactor = !tokenHash && !beforeSecondFactor
    const missing = asksFactor ? 'app.second_factor_missing(null, $2, $3, $4)' : 'false'
    const entering = {
      text: `select set_config('app.client', $1, true), app.enter_user($2, $3) as alive, ${missing} as missing`,
      values: [plainAddress(this.claim.address), userId, sessionId, ...(asksFactor ? [aal] : [])],
    }
    const [transaction, answer] = await Transaction.begin<{ alive: boolean; missing: boolean }>(
      this.pool,
      mode,
      this.requestId,
      entering,
      this.share(),
    )
    const entered = await answer
      .then(([row]) => row)
      .catch(async (error: unknown) => {
        await transaction.rollback()
        throw error
      })
    if (entered?.alive && !entered.missing) return transaction
    await transaction.rollback()
    throw refusal(entered?.alive ? 'second_factor' : 'unauthorized')
  }

  /** Opens the transaction that the whole request shares; `assume`: see `open`. */
  async hold(mode: Mode, assume = false): Promise<void> {
    this.assuming = assume
    this.shared = await this.open(mode, assume)
  }

  /** Settles when the database has let this request in; rejects when what was assumed of it is not so. */
  async confirm(): Promise<void> {
    await this.shared?.confirm()
  }

  /** Whether what was assumed when the shared transaction began turned out wrong: everything must be done again. */
  async assumedWrongly(): Promise<boolean> {
    return this.confirm().then(
      () => false,
      () => true,
    )
  }

  /** The shared transaction, if one is held; in another mode when asked for before its first statement. */
  async held(mode?: Mode): Promise<Transaction | null> {
    const { shared } = this
    if (!shared || mode === undefined || shared.mode === mode) return shared
    if (!shared.used) {
      await shared.rollback()
      this.shared = null
      await this.hold(mode, this.assuming)
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
    await this.confirm()
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

// Digits, letters, dots and colons: anything else is no address, and never part of a statement.
const plainAddress = (address = ''): string => (/^[0-9a-f.:]{0,45}$/i.test(address) ? address : '')
