import { useQueries, useQueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { canonicalJson } from '#base/json.ts'
import type { Query, QueryResult, Row } from '#contracts/query.ts'
import { useEngine } from '../engine-context.tsx'
import { useSession } from '../session-context.tsx'
import type { ApiError } from './api-error.ts'
import { copyKey, keepCopy } from './last-good-copy.ts'
import { PageBook, type PagePlace } from './page-book.ts'
import { answerKey } from './use-answer.ts'
import { useCopy } from './use-copy.ts'
import { queryKey, wordedIn } from './use-query.ts'

/** Rows wanted of one question: numbers `from` to `to` (not with it). `query.page.size` is the size of a page. */
export interface RowWindow {
  query: Query
  from: number
  to: number
}

/** What has arrived of the questions' rows. */
export interface KnownRows {
  /** Undefined while it is on its way. Equal answers are the same object. */
  rowAt(query: Query, at: number): Row | undefined
  /** How many rows the question has, once its last page was seen. */
  endOf(query: Query): number | null
  /** How many rows it has at least. */
  seenOf(query: Query): number
  /** Whether its first page, or any other, has been answered. */
  isKnown(query: Query): boolean
  rowsOf(query: Query): Iterable<[number, Row]>
}

interface RowWindows extends KnownRows {
  /** Reads rows whether they are in a window or not, page by page; for copying and choosing. */
  read(query: Query, from: number, to: number): Promise<(Row | undefined)[]>
  error: ApiError | null
  /** Whether anything is on its way. A question, not a value: who asks it is drawn with every page that comes and goes. */
  isFetching(): boolean
  refetch(): void
}

/** How long a page nobody looks at is kept, in milliseconds: a reader scrolls over thousands. */
const pageLife = 60_000
const usualSize = 100

/**
 * Rows of one or several questions by number, so that a scrollbar over a million works. `wish` names the windows, knowing
 * what has arrived. Only the pages around them are asked for, each after the nearest known mark; neighbours come ahead. Records that change are asked for again in
 * place, and what is known stays in sight meanwhile.
 */
export function useRowWindows(wish: (known: KnownRows) => readonly RowWindow[]): RowWindows {
  const { ask } = useEngine()
  const { tenant, user } = useSession()
  const client = useQueryClient()
  const tenantId = tenant?.id ?? null
  const userId = user?.id ?? null
  const keys = useMemo(() => new PageKeys({ tenantId, userId }), [tenantId, userId])
  const [, redraw] = useState(0)
  const [books] = useState(() => new Map<string, PageBook>())
  const bookOf = (query: Query): PageBook => {
    const name = nameOf(query)
    let book = books.get(name)
    if (!book) books.set(name, (book = new PageBook(query.page?.size ?? usualSize)))
    return book
  }
  const options = (query: Query, place: PagePlace, size = query.page?.size ?? usualSize) => {
    const { asked, queryKey, copy } = keys.of(query, place, size)
    return {
      queryKey,
      queryFn: async (): Promise<QueryResult> => {
        const answer = await ask(asked)
        // Only the beginning is kept for a server that cannot be asked: a copy is for reading, not for scrolling far.
        if (place.after === undefined && place.skip === undefined) void keepCopy(copy, answer)
        return answer
      },
      gcTime: pageLife,
    }
  }

  const known: KnownRows = {
    rowAt: (query, at) => bookOf(query).rowAt(at),
    endOf: (query) => bookOf(query).end,
    seenOf: (query) => bookOf(query).seen,
    isKnown: (query) => bookOf(query).end !== null || !bookOf(query).rows().next().done,
    rowsOf: (query) => bookOf(query).rows(),
  }
  const windows = wish(known)
  const wanted = windows.flatMap((window) => {
    const book = bookOf(window.query)
    const pages = pagesOf(window, book)
    const far = pages.map((page) => book.landing(page)).find((landing) => landing !== null)
    return [
      ...pages.map((page) => ({ query: window.query, book, page, landing: false, place: book.place(page) })),
      ...(far ? [{ query: window.query, book, ...far, landing: true }] : []),
    ]
  })
  const answers: UseQueryResult<QueryResult, ApiError>[] = useQueries({
    queries: wanted.map(({ query, place, landing }) => options(query, place, landing ? 1 : undefined)),
  })
  // The book is bookkeeping of answers the cache holds: filling it while drawing lets a row show as soon as it is there.
  let moved = false
  for (const [index, { book, page, landing }] of wanted.entries()) {
    const { data } = answers[index] ?? {}
    if (!data) continue
    if (!landing) moved = book.learn(page, data) || moved
    else if (data.page.after !== null) moved = book.mark(page, data.page.after) || moved
  }
  // A page that begins elsewhere now is asked for at once.
  if (moved) redraw((count) => count + 1)
  useForgetting(books, new Set(windows.map(({ query }) => nameOf(query))))

  const first = answers[0]
  const [firstWanted] = wanted
  const firstKey = firstWanted && keys.of(firstWanted.query, firstWanted.place, firstWanted.book.size)
  const refetch = (): void => void (firstKey && client.refetchQueries({ queryKey: firstKey.queryKey }))
  const copy = useCopy<QueryResult>(firstKey?.copy ?? null, first ?? nothingAsked, refetch)
  if (copy && firstWanted && !firstWanted.book.has(firstWanted.page))
    firstWanted.book.learn(firstWanted.page, copy.value)

  return {
    ...known,
    async read(query, from, to) {
      const book = bookOf(query)
      for (let page = Math.floor(from / book.size); page * book.size < to; page += 1) {
        if (!book.has(page)) book.learn(page, await client.fetchQuery(options(query, book.place(page))))
      }
      return Array.from({ length: to - from }, (_, at) => book.rowAt(from + at))
    },
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    isFetching: () => answers.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const answer of answers) if (answer.isError) void answer.refetch()
    },
  }
}

const nothingAsked = { data: undefined, dataUpdatedAt: 0, error: null, failureReason: null }

interface PageKey {
  asked: Query
  queryKey: QueryKey
  /** Where its copy is kept. */
  copy: string | null
}

/** The questions of pages and what the cache calls them: working that out costs more than drawing a line does. */
class PageKeys {
  readonly #known = new WeakMap<Query, Map<string, PageKey>>()

  constructor(readonly owner: { tenantId: string | null; userId: string | null }) {}

  of(query: Query, { after, skip }: PagePlace, size: number): PageKey {
    let pages = this.#known.get(query)
    if (!pages) this.#known.set(query, (pages = new Map()))
    const name = `${size} ${skip ?? 0} ${after ?? ''} ${wordedIn(query)}`
    let page = pages.get(name)
    if (!page) {
      const place = { ...(after !== undefined && { after }), ...(skip !== undefined && { skip }) }
      const asked: Query = { ...query, page: { size, ...place } }
      const what = queryKey(asked)
      page = { asked, queryKey: answerKey(this.owner, what), copy: copyKey(this.owner, what) }
      pages.set(name, page)
    }
    return page
  }
}

const names = new WeakMap<Query, string>()

/** A question by its text; the text of one object is made once. */
function nameOf(query: Query): string {
  let name = names.get(query)
  if (name === undefined) names.set(query, (name = canonicalJson(query)))
  return name + (wordedIn(query) ?? '')
}

/** The pages of a window and one on each side: what comes next is there before it is looked at. */
function pagesOf({ from, to }: RowWindow, book: PageBook): number[] {
  const last = book.end === null ? Infinity : Math.max(0, Math.ceil(book.end / book.size) - 1)
  const low = Math.max(0, Math.floor(from / book.size) - (from % book.size < book.size / 2 ? 1 : 0))
  const high = Math.min(
    last,
    Math.floor(Math.max(from, to - 1) / book.size) + (to % book.size > book.size / 2 ? 1 : 0),
  )
  const ahead =
    book.has(low) || high === low ? high : Math.max(low, Math.floor(Math.max(from, to - 1) / book.size))
  return Array.from({ length: Math.max(1, ahead - low + 1) }, (_, at) => low + at)
}

/** Books of questions nobody looks at any more go after a while; the last few stay for going back. */
function useForgetting(books: Map<string, PageBook>, used: ReadonlySet<string>): void {
  const last = useRef<string[]>([])
  useEffect(() => {
    last.current = [...new Set([...used, ...last.current])].slice(0, used.size + 8)
    const stay = new Set(last.current)
    for (const name of books.keys()) if (!stay.has(name)) books.delete(name)
  })
}
