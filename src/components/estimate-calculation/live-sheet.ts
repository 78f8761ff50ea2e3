import { canonicalJson, isJsonObject } from '#base/json.ts'
import type { Row } from '#contracts/query.ts'
import type { LineEdits } from '#estimating/worksheet.ts'
import type { LiveEdit, LiveEdits, LiveValues } from '../live-values/live-values.ts'
import type { SheetQuestion, SheetReply } from './sheet-messages.ts'

/** Milliseconds after which what was saved counts as shown, though nobody looked at its line. */
const longestWait = 3000
/** Milliseconds after the last edit within which the server's values have come. */
const settlesAfter = 1500

export interface SheetState {
  /** What the version comes to with the edits; null while the server's values stand. */
  sums: Row | null
  /** What is held differs from what is stored: it must be opened again. */
  isStale: boolean
}

type Draft = Parameters<LiveValues['draft']>[0]

/**
 * Holds what is written in the lines of an estimate between the list and the arithmetic: asks for the sums at every change,
 * has them drawn until the list brings the server's, and gives up what it held when that turns out to be old.
 */
export class LiveSheet implements LiveValues {
  #cells: LiveEdits = new Map()
  #draft: Draft = null
  #rows: Readonly<Record<string, Row>> = {}
  #state: SheetState = { sums: null, isStale: false }
  #version = 0
  #serial = 0
  /** What was asked for last; null: of an estimate that was opened anew since. */
  #asked: string | null = null
  #isOpen = false
  /** What opening it came to: what the server had then, or the sums are of another state. */
  #base: Row | null = null
  #stored: Row | null = null
  /** Something was written that only the server can work out. */
  #isOld = false
  /** Lines for which it was opened anew since it last was at rest. */
  readonly #askedFor = new Set<string>()
  /** Whether nothing happened since it was opened. */
  #isFresh = true
  #settling: ReturnType<typeof setTimeout> | undefined
  readonly #arrived = new WeakSet<LiveEdit>()
  readonly #awaited = new Map<LiveEdit, ReturnType<typeof setTimeout>>()
  readonly #kept: Record<string, Row> = {}
  /** Rows as they were drawn while something was on its way. */
  readonly #drawn = new Map<string, Row>()
  readonly #listeners = new Set<() => void>()

  #ask: (question: SheetQuestion) => void

  constructor(ask: (question: SheetQuestion) => void = unheard) {
    this.#ask = ask
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly read = (): number => this.#version
  readonly state = (): SheetState => this.#state

  /** Whom it asks from now on; the answers come by `take`. */
  connect(ask: (question: SheetQuestion) => void): void {
    this.#ask = ask
  }

  /** A version as it came from the server, to begin with or anew. */
  open(text: string): void {
    this.#ask({ open: text })
  }

  /** It could not be had from the server: its sums stand, and the next edit asks again. */
  lost(): void {
    if (!this.#isOpen) this.#state = { ...this.#state, isStale: true }
  }

  over(row: Row): Row | undefined {
    const id = String(row['id'])
    const values = this.#rows[id]
    if (!values) return undefined
    if (this.#isBusy()) this.#drawn.set(id, row)
    // The last edit is there: each line shows the server's as soon as it has another.
    else if (this.#drawn.get(id) !== row) return undefined
    return values
  }

  tell(edits: LiveEdits): void {
    this.#cells = edits
    const draft = this.#draft
    if (draft && edits.get(String(draft.row['id']))?.[draft.key]?.value === draft.value) this.#draft = null
    for (const values of edits.values())
      for (const edit of Object.values(values))
        if (edit.state === 'saved' && !this.#arrived.has(edit) && !this.#awaited.has(edit))
          this.#awaited.set(
            edit,
            setTimeout(() => this.#arrive([edit]), longestWait),
          )
    this.#send()
  }

  draft(cell: Draft): void {
    if (cell === null && this.#draft === null) return
    this.#draft = cell
    this.#send()
  }

  look(rows: readonly Row[]): void {
    if (this.#awaited.size === 0) return
    const arrived = rows.flatMap((row) =>
      Object.values(this.#cells.get(String(row['id'])) ?? {}).filter(
        (edit) => edit.state === 'saved' && edit.of !== row && !this.#arrived.has(edit),
      ),
    )
    if (arrived.length > 0) this.#arrive(arrived)
  }

  /** What the server keeps of the version now. */
  stored(version: Row | null): void {
    if (this.#stored && version && !sameSums(this.#stored, version)) this.#isFresh = false
    this.#stored = version
    if (this.#isBusy() || !this.#isOpen) return
    if (this.#state.sums) this.#set({ ...this.#state, sums: null })
    this.#settleSoon()
  }

  /** Nobody looks any more. */
  close(): void {
    for (const timer of this.#awaited.values()) clearTimeout(timer)
    this.#awaited.clear()
    clearTimeout(this.#settling)
    this.#isOpen = false
    this.#ask = unheard
  }

  readonly take = (reply: SheetReply): void => {
    if ('opened' in reply) {
      this.#isOpen = reply.opened
      this.#asked = null
      this.#base = reply.version
      this.#isFresh = true
      this.#isOld = false
      this.#set({ ...this.#state, isStale: false })
      this.#settleSoon()
      return this.#send()
    }
    // A later question is on its way.
    if (reply.serial !== this.#serial) return
    this.#isOld ||= reply.unknown.length > 0
    if (this.#isOld) {
      // Perhaps a line that was added since: once more with what is stored now, and no more than once.
      const fresh = reply.unknown.filter((id) => !this.#askedFor.has(id))
      const isStale = this.#state.isStale || fresh.length > 0
      for (const id of fresh) this.#askedFor.add(id)
      return this.#set({ sums: null, isStale }, {})
    }
    this.#base = reply.version
    if (this.#isBusy()) this.#set({ ...this.#state, sums: reply.version }, keepEqual(this.#rows, reply.rows))
  }

  #isBusy(): boolean {
    return this.#draft !== null || Object.keys(this.#edits()).length > 0
  }

  #arrive(edits: readonly LiveEdit[]): void {
    for (const edit of edits) {
      clearTimeout(this.#awaited.get(edit))
      this.#awaited.delete(edit)
      this.#arrived.add(edit)
      const id = String(edit.of['id'])
      const [key] = Object.entries(this.#cells.get(id) ?? {}).find(([, one]) => one === edit) ?? []
      if (key !== undefined) this.#kept[id] = { ...this.#kept[id], [key]: plain(edit.value) }
    }
    this.#send()
  }

  #edits(): LineEdits {
    const edits: Record<string, Row> = {}
    for (const [id, values] of this.#cells)
      for (const [key, edit] of Object.entries(values))
        if (edit.state !== 'failed' && !this.#arrived.has(edit))
          edits[id] = { ...edits[id], [key]: plain(edit.value) }
    if (this.#draft) {
      const { row, key, value } = this.#draft
      const id = String(row['id'])
      edits[id] = { ...edits[id], [key]: plain(value) }
    }
    return edits
  }

  #send(): void {
    if (!this.#isOpen) {
      // It could not be had: this edit is the moment to try again.
      if (this.#state.isStale) this.#set(this.#state)
      return
    }
    const edits = this.#edits()
    const keep = { ...this.#kept }
    for (const id of Object.keys(keep)) delete this.#kept[id]
    const isBusy = Object.keys(edits).length > 0
    const numbers: Record<string, string> = {}
    for (const [id, values] of this.#cells)
      for (const { of } of Object.values(values))
        if (edits[id] && typeof of['number'] === 'string') numbers[id] = of['number']
    if (!isBusy && !this.#isOld && Object.keys(keep).length === 0 && Object.keys(this.#rows).length === 0) {
      // Whatever is on its way is not drawn when it comes: the same again is a new question.
      this.#asked = null
      return
    }
    // A value that was saved is worth what it was while it was being saved.
    const asked = canonicalJson([edits, keep, numbers])
    if (isBusy && asked === this.#asked) return
    this.#asked = asked
    this.#ask({ serial: ++this.#serial, keep, edits, numbers })
    this.#isFresh = false
    if (isBusy) return
    // What was saved stays drawn until the list brings the server's; what was only typed was given up.
    if (Object.keys(keep).length > 0 || this.#awaited.size > 0) this.#set(this.#state)
    else this.#set({ ...this.#state, sums: null }, {})
    this.#settleSoon()
  }

  #settleSoon(): void {
    clearTimeout(this.#settling)
    this.#settling = setTimeout(() => this.#settle(), settlesAfter)
  }

  /** At rest the server's values stand. Where they are others than those held here, what is held is old. */
  #settle(): void {
    if (this.#isBusy() || !this.#isOpen) return
    this.#askedFor.clear()
    const differs = this.#base !== null && this.#stored !== null && !sameSums(this.#base, this.#stored)
    // Opened a moment ago and still another sum: then only the server knows.
    if (differs && this.#isFresh) this.#isOpen = false
    this.#set({ sums: null, isStale: (differs || this.#isOld) && !this.#isFresh }, {})
  }

  #set(state: SheetState, rows = this.#rows): void {
    this.#rows = rows
    this.#state = state
    if (Object.keys(rows).length === 0) this.#drawn.clear()
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }
}

const unheard = (): void => undefined

/** Rows that came to the same again stay the objects they were: their lines are not drawn again. */
const keepEqual = (before: Readonly<Record<string, Row>>, now: Readonly<Record<string, Row>>) =>
  Object.fromEntries(
    Object.entries(now).map(([id, row]) => {
      const known = before[id]
      return [id, known && canonicalJson(known) === canonicalJson(row) ? known : row]
    }),
  )

const sameSums = (a: Row, b: Row): boolean =>
  ['direct_cost', 'net', 'gross'].every((key) => a[key] === b[key])

/** A related record as its id. */
const plain = (value: unknown): unknown => (isJsonObject(value) && 'id' in value ? value['id'] : value)
