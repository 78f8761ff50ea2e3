import type { QueryResult, Row } from '#contracts/query.ts'

/** Where a page is read from: after a mark (none: from the beginning), passing over some rows. */
export interface PagePlace {
  after?: string
  skip?: number
}

/** Pages kept when a reader has scrolled far: what is drawn at once when they scroll back a little. */
const kept = 80
/** Rows a page is passed over to before a mark nearer to it is worth its own question. */
const farAway = 2000

/**
 * What is known of the pages of one question, by number: their rows and the marks they begin after. It lets a list jump
 * anywhere: `place(400)` reads after the nearest mark before page 400. Pure bookkeeping; `learn` tells whether the place
 * of another page changed, because records moved.
 */
export class PageBook {
  /** The mark page n begins after. Page 0 has none. */
  readonly #marks = new Map<number, string>()
  readonly #asked = new Map<number, PagePlace>()
  readonly #pages = new Map<number, QueryResult>()
  #end: number | null = null

  constructor(readonly size: number) {}

  /** How a page is asked for. A page keeps its place until its neighbour says that it begins elsewhere. */
  place(page: number): PagePlace {
    const known = this.#asked.get(page)
    if (known) return known
    const place = this.#from(page * this.size)
    this.#asked.set(page, place)
    return place
  }

  /**
   * For a page far from every known mark: a place of one row, some pages before it, whose answer carries a mark, so that
   * reading upwards from there costs little. `page` is the page that mark begins.
   */
  landing(page: number): { page: number; place: PagePlace } | null {
    if ((this.place(page).skip ?? 0) <= farAway) return null
    const at = page - Math.floor(farAway / this.size)
    if (at <= 0 || this.#marks.has(at)) return null
    return { page: at, place: this.#from(at * this.size - 1) }
  }

  /** Takes an answer in; true when a page that was asked for begins elsewhere now. */
  learn(page: number, answer: QueryResult): boolean {
    if (this.#pages.get(page) === answer) return false
    this.#pages.delete(page)
    this.#pages.set(page, answer)
    if (this.#pages.size > kept) this.#forget()
    if (answer.page.after === null) {
      // A page past the end says only that the end is before it.
      if (answer.rows.length > 0 || page === 0) this.#end = page * this.size + answer.rows.length
      else if (this.#end === null || this.#end > page * this.size) this.#end = page * this.size
      return false
    }
    if (this.#end !== null && this.#end <= (page + 1) * this.size) this.#end = null
    return this.mark(page + 1, answer.page.after)
  }

  /** Notes the mark a page begins after; true when that page was asked for from another one. */
  mark(page: number, after: string): boolean {
    const before = this.#marks.get(page)
    this.#marks.set(page, after)
    const asked = this.#asked.get(page)
    if (!asked || before === undefined || before === after || asked.after === after) return false
    this.#asked.set(page, { after })
    return true
  }

  rowAt(at: number): Row | undefined {
    return this.#pages.get(Math.floor(at / this.size))?.rows[at % this.size]
  }

  has(page: number): boolean {
    return this.#pages.has(page)
  }

  /** The rows known, with their numbers, in order. */
  *rows(): Generator<[number, Row]> {
    for (const page of [...this.#pages.keys()].toSorted((a, b) => a - b))
      for (const [at, row] of (this.#pages.get(page)?.rows ?? []).entries())
        yield [page * this.size + at, row]
  }

  /** How many rows there are, once the last page has been seen. */
  get end(): number | null {
    return this.#end
  }

  /** How many rows there are at least. */
  get seen(): number {
    let seen = 0
    for (const [page, { rows, page: mark }] of this.#pages)
      seen = Math.max(seen, page * this.size + rows.length + (mark.after === null ? 0 : 1))
    return seen
  }

  #from(at: number): PagePlace {
    let nearest = 0
    for (const page of this.#marks.keys()) if (page * this.size <= at && page > nearest) nearest = page
    const after = this.#marks.get(nearest)
    const skip = at - nearest * this.size
    return { ...(after !== undefined && { after }), ...(skip > 0 && { skip }) }
  }

  #forget(): void {
    const [oldest] = this.#pages.keys()
    if (oldest === undefined) return
    this.#pages.delete(oldest)
    this.#asked.delete(oldest)
  }
}
