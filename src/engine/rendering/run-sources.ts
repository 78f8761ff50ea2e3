import { canonicalJson } from '#base/json.ts'
import type { Layout, Source } from '#contracts/layout.ts'
import type { Query } from '#contracts/query.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { expressionsIn } from '#expressions/expressions-in.ts'
import {
  noLocals,
  readPath,
  scopeOf,
  type ScreenValues,
  type SourceResult,
} from '../bindings/binding-scope.ts'
import type { Bindings } from '../bindings/bindings.ts'
import { resolveValue } from '#expressions/resolve-value.ts'
import type { QueryWatch, WatchedAnswer } from '../data/watch-query.ts'
import { setSource, type ScreenStore } from './screen-store.ts'

export interface RunningSources {
  /** Asks the named sources again, or all. */
  refresh(names?: readonly string[]): void
  stop(): void
}

interface Running {
  source: Source
  /** Names it reads, for looking again only when one of them changed. */
  reads: string[][]
  seen: unknown[] | null
  asked: string | null
  watch: QueryWatch | null
}

const asleep: SourceResult = { pending: false, error: null, total: null, aggregates: null, live: true }

/**
 * Asks the sources of a screen and keeps their answers in its store. All that can be asked are asked in one moment, so
 * they travel in one call; one that reads another source waits for it and goes with the next wave.
 */
export function runSources(
  layout: Pick<Layout, 'sources'>,
  bindings: Bindings,
  store: ScreenStore,
  watch: (query: Query, live: boolean, report: (answer: WatchedAnswer) => void) => QueryWatch,
): RunningSources {
  const running = new Map<string, Running>(
    Object.entries(layout.sources).map(([name, source]) => [
      name,
      { source, reads: readsOf(source, bindings), seen: null, asked: null, watch: null },
    ]),
  )
  let stopped = false

  function look(): void {
    for (const [name, entry] of running) {
      if (stopped) return
      const values = store.getState()
      const seen = entry.reads.flatMap((path) => [readPath(values, path), stillPending(values, path)])
      if (entry.seen && seen.every((value, at) => Object.is(value, entry.seen?.[at]))) continue
      entry.seen = seen
      consider(name, entry)
    }
  }

  function consider(name: string, entry: Running): void {
    const values = store.getState()
    const scope = scopeOf(values, noLocals)
    if (entry.reads.some((path) => stillPending(values, path))) return
    try {
      const query = questionOf(entry.source, (text) => bindings.evaluate(text, scope))
      if (query) ask(name, entry, query)
      else sleep(name, entry, null)
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      sleep(name, entry, error.message)
    }
  }

  function ask(name: string, entry: Running, query: Query): void {
    const asked = canonicalJson(query)
    if (entry.asked === asked) return
    entry.asked = asked
    const report = (answer: WatchedAnswer): void => {
      if (!stopped && entry.asked !== null) settle(name, entry.source, answer)
    }
    if (entry.watch) entry.watch.change(query)
    else entry.watch = watch(query, entry.source.live === true, report)
  }

  function sleep(name: string, entry: Running, error: string | null): void {
    entry.watch?.stop()
    entry.watch = null
    entry.asked = null
    setSource(store, name, entry.source.single ? null : [], { ...asleep, error })
  }

  function settle(name: string, source: Source, { data, error, stale }: WatchedAnswer): void {
    // What is not there for this reader, or in this workspace, is simply nothing where the screen says so: a field that came
    // with a later version of a standard model, too.
    const absent = source.optional === true && (error?.status === 404 || error?.code === 'unknown_field')
    const before = absent ? null : (store.getState().sources[name] ?? null)
    const value = data ? (source.single ? (data.rows[0] ?? null) : data.rows) : before
    setSource(store, name, value, {
      pending: !data && !error,
      error: absent ? null : (error?.message ?? null),
      request: error?.requestId,
      total: data?.total ?? null,
      aggregates: data?.aggregates ?? null,
      live: stale === 'live',
    })
  }

  const unsubscribe = store.subscribe(look)
  look()
  return {
    refresh(names) {
      for (const [name, entry] of running) if (!names || names.includes(name)) entry.watch?.refetch()
    },
    stop() {
      stopped = true
      unsubscribe()
      for (const { watch } of running.values()) watch?.stop()
    },
  }
}

/** The question a source asks now; null while its `when` says no. */
function questionOf(source: Source, evaluate: (text: string) => unknown): Query | null {
  const { single, live: _live, optional: _optional, when, ...rest } = source
  if (when && evaluate(when['=']) !== true) return null
  const resolved = resolveValue(rest, evaluate) as Record<string, unknown>
  const given = Object.entries(resolved).filter(([, value]) => value !== null && value !== '')
  const query = Object.fromEntries(given) as unknown as Query
  if (typeof query.model !== 'string')
    throw new ExpressionError('expression_type', 'The source names no model.')
  return single && !query.page ? { ...query, page: { size: 1 } } : query
}

function readsOf(source: Source, bindings: Bindings): string[][] {
  const texts = [...expressionsIn(source)].map(({ text }) => text)
  return texts.flatMap((text) => bindings.reads(text).map((path) => [...path]))
}

function stillPending(values: ScreenValues, [root, source]: readonly string[]): boolean {
  return root === 'sources' && source !== undefined && values.results[source]?.pending === true
}
