import { memo, Suspense, use, useEffect, useMemo, type ReactNode } from 'react'
import { isJsonObject } from '#base/json.ts'
import type { LayoutNode as LayoutNodeData } from '#contracts/layout.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate, type Translate } from '#ui/translate.ts'
import { scopeOf, type Locals, type SourceResult } from '../bindings/binding-scope.ts'
import { prepareProps, type BindingProblem } from '../bindings/prepare-props.ts'
import { findView, type ComponentView, type ComponentViewProps } from '../registry/component-registry.ts'
import { BindingNotice } from './binding-notice.tsx'
import { NodeBoundary } from './node-boundary.tsx'
import { NodeNotice } from './node-notice.tsx'
import { LocalsContext, useScreen, type ScreenShared } from './screen-context.ts'
import { expose, unexpose } from './screen-store.ts'
import { translateIn } from './translate-in.ts'
import { UnknownComponent } from './unknown-component.tsx'
import { readsOfNode, useReads, useSourceTrouble } from './use-reads.ts'

interface Resolved {
  visible: boolean
  props: Record<string, unknown>
  problems: BindingProblem[]
}

/** Draws one node of the layout, and through its slots the nodes below it. */
export const LayoutNode = memo(function LayoutNode({ id }: { id: string }) {
  const screen = useScreen()
  const node = nodeOf(screen, id)
  const t = useTranslate()
  if (!node) return <NodeNotice title={t('This part of the screen is missing')} where={id} />
  const drawn = node.each ? <EachNode id={id} node={node} /> : <SingleNode id={id} node={node} />
  const Frame = screen.editing?.Node
  return Frame ? <Frame id={id}>{drawn}</Frame> : drawn
})

/** Draws the children of a slot in their order. */
function Slot({ node, slot }: { node: string; slot: string }) {
  const screen = useScreen()
  const ids = nodeOf(screen, node)?.slots?.[slot] ?? noIds
  const here = `${node}/${slot}`
  const children = ids.map((id, at) =>
    // What is not in this place's list is missing altogether, or drawn elsewhere: twice it would never end.
    screen.places.get(id) === here || !nodeOf(screen, id) ? (
      <LayoutNode key={id} id={id} />
    ) : (
      <Misplaced key={`${id} ${at}`} id={id} />
    ),
  )
  const Frame = screen.editing?.Slot
  return Frame ? (
    <Frame node={node} slot={slot} ids={ids}>
      {children}
    </Frame>
  ) : (
    children
  )
}

const noIds: readonly string[] = []

function Misplaced({ id }: { id: string }) {
  const t = useTranslate()
  return <NodeNotice title={t('This part stands at two places')} where={id} />
}

/** Draws a node once per item of its list. */
function EachNode({ id, node }: { id: string; node: LayoutNodeData }) {
  const screen = useScreen()
  const locals = use(LocalsContext)
  const reads = useMemo(() => (node.each ? screen.bindings.reads(node.each['=']) : []), [node, screen])
  const values = useReads(screen.store, reads)
  const trouble = useSourceTrouble(screen.store, reads)
  const list = useMemo(() => listOf(node, screen, scopeOf(values, locals)), [node, screen, values, locals])
  if (trouble.failed) return <SourceFailed {...trouble.failed} />
  if (trouble.pending) return <Skeleton lines={3} />
  if ('problem' in list) return <BindingNotice type={node.component} id={id} problems={[list.problem]} />
  return list.items.map((item, index) => (
    <WithLocals key={keyOf(item, index)} item={item} index={index}>
      <SingleNode id={id} node={node} />
    </WithLocals>
  ))
}

function WithLocals({ children, ...scope }: { item: unknown; index: number; children: ReactNode }) {
  return <Scoped scope={scope}>{children}</Scoped>
}

function Scoped({ scope, children }: { scope: Locals; children: ReactNode }) {
  const outer = use(LocalsContext)
  // By value of its parts: a component makes a new object for its slot each time it draws.
  const parts = Object.values(scope)
  const names = Object.keys(scope).join(' ')
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const locals = useMemo(() => ({ ...outer, ...scope }), [outer, names, ...parts])
  return <LocalsContext value={locals}>{children}</LocalsContext>
}

function SingleNode({ id, node }: { id: string; node: LayoutNodeData }) {
  const screen = useScreen()
  const locals = use(LocalsContext)
  const t = useTranslate()
  const reads = useMemo(() => readsOfNode(node, screen.bindings), [node, screen.bindings])
  const values = useReads(screen.store, reads)
  const trouble = useSourceTrouble(screen.store, reads)
  const resolved = useMemo(
    () => resolveNode(node, screen, scopeOf(values, locals), translateIn(screen.document, id, t)),
    [node, screen, values, locals, t, id],
  )
  const View = findView(screen.views, node.component)
  if (!resolved.visible) return null
  if (!View) return <UnknownComponent type={node.component} id={id} />
  if (resolved.problems.length > 0) {
    return <BindingNotice type={node.component} id={id} problems={resolved.problems} />
  }
  if (trouble.failed) return <SourceFailed {...trouble.failed} />
  // A node with children stays, so that what they ask goes out together with the sources.
  if (trouble.pending && !node.slots) return <Skeleton lines={1} />
  return (
    <NodeBoundary type={node.component} id={id} resetKey={resolved.props}>
      <Suspense fallback={<Skeleton lines={1} />}>
        <NodeView id={id} node={node} view={View} props={resolved.props} pending={trouble.pending} />
      </Suspense>
    </NodeBoundary>
  )
}

interface NodeViewProps {
  id: string
  node: LayoutNodeData
  view: ComponentView<never>
  props: Record<string, unknown>
  pending: boolean
}

function NodeView({ id, node, view: View, props, pending }: NodeViewProps) {
  const screen = useScreen()
  const locals = use(LocalsContext)
  const { store } = screen
  useEffect(() => () => unexpose(store, id), [store, id])
  const given = useMemo(() => viewTools(id, node, screen, locals), [id, node, screen, locals])
  return <View {...given} props={props as never} pending={pending} />
}

/** All a view gets but its props: the same as long as the layout is, so that a memoised view rests. */
function viewTools(
  id: string,
  node: LayoutNodeData,
  screen: ScreenShared,
  locals: Locals,
): Omit<ComponentViewProps<never>, 'props' | 'pending'> {
  const { editing } = screen
  const declared = editing ? Object.keys(screen.document.components[node.component]?.slots ?? {}) : []
  const names = new Set([...declared, ...Object.keys(node.slots ?? {})])
  const showsEmpty = (name: string): boolean => editing !== null && (editing.shows?.(id, name) ?? true)
  const filled = [...names].filter((name) => (node.slots?.[name]?.length ?? 0) > 0 || showsEmpty(name))
  return {
    id,
    slots: Object.fromEntries(filled.map((name) => [name, <Slot key={name} node={id} slot={name} />])),
    slot(name, scope) {
      if (!filled.includes(name)) return null
      const slot = <Slot node={id} slot={name} />
      return scope ? <Scoped scope={scope}>{slot}</Scoped> : slot
    },
    emit: (event, payload) => screen.act(id, event, payload, locals),
    has: (event, step) =>
      node.on?.[event]?.some(({ do: kind }) => step === undefined || kind === step) ?? false,
    expose: (key, value) => expose(screen.store, id, key, value),
    editing: screen.editing !== null,
  }
}

function SourceFailed({ error, request }: SourceResult) {
  const screen = useScreen()
  const t = useTranslate()
  return (
    <ErrorState
      compact
      title={t('This could not be read')}
      // What failed together comes back together.
      onRetry={() => screen.refresh()}
      requestId={request ?? undefined}
    >
      {error && t(error)}
    </ErrorState>
  )
}

function resolveNode(
  node: LayoutNodeData,
  screen: ScreenShared,
  scope: Record<string, unknown>,
  translate: Translate,
): Resolved {
  const evaluate = (text: string): unknown => screen.bindings.evaluate(text, scope)
  if (node.when && !screen.editing) {
    try {
      if (evaluate(node.when['=']) !== true) return { visible: false, props: {}, problems: [] }
    } catch (error) {
      return { visible: true, props: {}, problems: [problemOf(error, 'when', node.when['='])] }
    }
  }
  const schema = screen.document.components[node.component]?.props ?? null
  const raw = { ...node.props, ...node.overrides?.[screen.breakpoint] }
  return { visible: true, ...prepareProps(raw, schema, { evaluate, translate }) }
}

function listOf(
  node: LayoutNodeData,
  screen: ScreenShared,
  scope: Record<string, unknown>,
): { items: readonly unknown[] } | { problem: BindingProblem } {
  const text = node.each?.['='] ?? ''
  try {
    const items = screen.bindings.evaluate(text, scope)
    if (Array.isArray(items)) return { items }
    if (items === null) return { items: [] }
    return { problem: { path: 'each', text, message: 'This gives no list.' } }
  } catch (error) {
    return { problem: problemOf(error, 'each', text) }
  }
}

function problemOf(error: unknown, path: string, text: string): BindingProblem {
  if (error instanceof ExpressionError) return { path, text, message: error.message }
  throw error
}

function keyOf(item: unknown, index: number): string | number {
  return isJsonObject(item) && typeof item['id'] === 'string' ? item['id'] : index
}

function nodeOf(screen: ScreenShared, id: string): LayoutNodeData | undefined {
  const { nodes } = screen.document.layout
  return Object.hasOwn(nodes, id) ? nodes[id] : undefined
}
