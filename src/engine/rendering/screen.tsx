import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import type { Breakpoint } from '#contracts/layout.ts'
import { isExpression } from '#contracts/is-expression.ts'
import { componentTypes, walkLayout } from '#contracts/walk-layout.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { useLanguage, useTranslate } from '#ui/translate.ts'
import { runAction } from '../actions/run-action.ts'
import { noLocals, scopeOf, type ScreenValues } from '../bindings/binding-scope.ts'
import { createBindings } from '../bindings/bindings.ts'
import { watchQuery } from '../data/watch-query.ts'
import { useEngine } from '../engine-context.tsx'
import { preloadViews } from '../registry/component-registry.ts'
import { useSession } from '../session-context.tsx'
import { useBreakpoint } from './breakpoint.ts'
import type { LayoutDocument } from './layout-document.ts'
import { LayoutNode } from './layout-node.tsx'
import { runSources, type RunningSources } from './run-sources.ts'
import { ScreenContext, type EditingFrames, type ScreenShared } from './screen-context.ts'
import { createScreenStore, peopleOf, type ScreenStore } from './screen-store.ts'
import { translateIn } from './translate-in.ts'

export interface ScreenProps {
  document: LayoutDocument
  /** Values of the layout's `params`. Another record is another screen: give it another `key`. */
  params?: Readonly<Record<string, unknown>>
  /** The query string of the address. */
  query?: Readonly<Record<string, string>>
  /** Frames of the editor's canvas; with them nothing acts and hidden nodes show. */
  editing?: EditingFrames
  /** A breakpoint to draw at instead of the window's. */
  breakpoint?: Breakpoint
  /** Closes the drawer or dialog the screen stands in. */
  onClose?: () => void
  /** Hears the title, worked out and translated, and the name of the record above where the page says one. */
  onTitle?: (title: string, above: string) => void
}

const nothing: Readonly<Record<string, never>> = {}

/** A layout become alive: asks its sources together, draws its nodes, runs its actions. */
export function Screen(props: ScreenProps) {
  const { document, params = nothing, query = nothing, editing = null } = props
  const engine = useEngine()
  const session = useSession()
  const ofWindow = useBreakpoint()
  const bindings = useMemo(() => createBindings(document.expressions), [document.expressions])
  const [store] = useState(() => createScreenStore(document.layout, bindings, { params, query, session }))
  useLayoutEffect(() => store.setState({ query, ...peopleOf(session) }), [store, query, session])
  useLayoutEffect(
    () => preloadViews(engine.views, componentTypes(document.layout)),
    [engine.views, document.layout],
  )
  const sources = useSources(document, bindings, store)
  const act = useActions(props, bindings, store, sources)
  const breakpoint = props.breakpoint ?? ofWindow
  const shared = useMemo<ScreenShared>(
    () => ({
      document,
      bindings,
      store,
      views: engine.views,
      breakpoint,
      editing,
      places: new Map(walkLayout(document.layout).map(({ id, parent, slot }) => [id, `${parent}/${slot}`])),
      act: editing ? async () => undefined : act,
      refresh: (names) => sources.current?.refresh(names),
    }),
    [document, bindings, store, engine.views, breakpoint, editing, act, sources],
  )
  useTitle(props, bindings, store)
  return (
    <ScreenContext value={shared}>
      <LayoutNode id={document.layout.root} />
    </ScreenContext>
  )
}

type Bindings = ReturnType<typeof createBindings>
type Sources = { readonly current: RunningSources | null }

function useSources({ layout }: LayoutDocument, bindings: Bindings, store: ScreenStore): Sources {
  const { ask } = useEngine()
  const client = useQueryClient()
  const { tenant, user } = useSession()
  const tenantId = tenant?.id ?? null
  const userId = user?.id ?? null
  const language = useLanguage()
  const running = useRef<RunningSources>(null)
  const definition = layout.sources
  // Before the first paint, so that what the cache holds shows at once.
  useLayoutEffect(() => {
    const started = runSources({ sources: definition }, bindings, store, (query, live, report) =>
      watchQuery(query, { client, ask, owner: { tenantId, userId }, live, language, report }),
    )
    running.current = started
    return () => started.stop()
  }, [definition, bindings, store, client, ask, tenantId, userId, language])
  return running
}

function useActions(
  props: ScreenProps,
  bindings: Bindings,
  store: ScreenStore,
  sources: Sources,
): ScreenShared['act'] {
  const engine = useEngine()
  const client = useQueryClient()
  const navigate = useNavigate()
  const t = useTranslate()
  const run: ScreenShared['act'] = async (node, event, payload, locals) => {
    const steps = props.document.layout.nodes[node]?.on?.[event]
    if (!steps) return
    return runAction(steps, {
      engine,
      client,
      store,
      bindings,
      locals: { ...locals, event: payload ?? null },
      navigate: (to, options) => void navigate(to, options),
      refresh: (names) => sources.current?.refresh(names),
      close: props.onClose ?? null,
      t,
      words: translateIn(props.document, node, t),
    })
  }
  // One function for the life of the screen: nodes keep it without drawing again when the screen does.
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback<ScreenShared['act']>((...call) => latest.current(...call), [])
}

/**
 * Tells what the screen is called: as its page says, where that is worked out (a record's name), else by the layout's title;
 * and what its page calls the one above, where that is worked out.
 */
function useTitle({ document, onTitle }: ScreenProps, bindings: Bindings, store: ScreenStore): void {
  const t = useTranslate()
  const { nodes, title } = document.layout
  const page = Object.values(nodes).find(({ component }) => component === 'page')?.props
  const label: unknown = Object(page?.['back']).label
  const say = (said: unknown, values: ScreenValues): string => {
    if (typeof said === 'string') return translateIn(document, '', t)(said)
    try {
      return isExpression(said) ? String(bindings.evaluate(said['='], scopeOf(values, noLocals)) ?? '') : ''
    } catch (error) {
      // The page itself shows its trouble; a title that cannot be worked out stays empty.
      if (error instanceof ExpressionError) return ''
      throw error
    }
  }
  const shown = useStore(store, (values) =>
    say(isExpression(page?.['title']) ? page['title'] : title, values),
  )
  const above = useStore(store, (values) => say(isExpression(label) && label, values))
  const tell = useEffectEvent((...said: [string, string]) => onTitle?.(...said))
  useEffect(() => tell(shown, above), [shown, above])
}
