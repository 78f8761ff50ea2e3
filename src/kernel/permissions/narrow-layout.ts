import { isJsonObject } from '#base/json.ts'
import { isExpression } from '#contracts/expression.ts'
import type { Layout, LayoutNode, Source } from '#contracts/layout.ts'
import type { ModelInfo, Workspace } from '../models/workspace.ts'
import type { Access } from './compile-permissions.ts'

/**
 * A screen as somebody may know it who does not edit screens: no key of a field they may not read is left in it. Lists
 * of fields and columns lose the hidden ones; a part whose condition, question or required value needs one is left out;
 * an optional value goes by itself, and what is remembered with one begins as nothing. `isRequired` says which props a component cannot be without.
 */
export function narrowLayout(
  layout: Layout,
  workspace: Workspace,
  access: Access,
  isRequired: (component: string, prop: string) => boolean,
): Layout {
  const hidden = hiddenKeys(layout, workspace, access)
  if (hidden.size === 0) return layout
  const names = (text: string): boolean =>
    (afterAddress(text).match(word) ?? []).some((found) => hidden.has(found))
  const kept = Object.entries(layout.sources).flatMap(([key, source]): [string, Source][] => {
    const gone = (value: unknown): boolean => mentions(value, names)
    const narrowed = narrowProps(source, gone, (prop) => (mayShrink.has(prop) ? 'any' : 'none'))
    return narrowed ? [[key, narrowed]] : []
  })
  const sources = Object.fromEntries(kept)
  const lost = Object.keys(layout.sources).filter((key) => !Object.hasOwn(sources, key))
  const asksLost = (value: unknown): boolean => mentionsSource(value, lost)
  const title = mentions(layout.title, names) ? layout.key : layout.title
  const nodes = new Map<string, LayoutNode>()
  for (const [id, node] of Object.entries(layout.nodes)) {
    const gone = (value: unknown): boolean => mentions(value, names) || asksLost(value)
    const props = narrowProps(node.props, gone, (prop) =>
      meaning.has(prop) ? 'none' : isRequired(node.component, prop) ? 'items' : 'any',
    )
    if (id !== layout.root && (props === null || gone(node.when) || gone(node.each))) continue
    const overrides = Object.entries(node.overrides ?? {}).map(([breakpoint, changed]) => [
      breakpoint,
      narrowProps(changed, gone, () => 'any') ?? {},
    ])
    // What a step does (`set-state`, `run`) is a word of ours, though a field may be called so.
    const on = Object.entries(node.on ?? {}).filter(
      ([, action]) => !gone(action.map(({ do: _verb, ...step }) => step)),
    )
    nodes.set(id, {
      ...node,
      // The root cannot be left out, so it keeps its other props and the title of the screen.
      props: props ?? { title },
      ...(node.overrides && { overrides: Object.fromEntries(overrides) }),
      ...(node.on && { on: Object.fromEntries(on) }),
    })
  }
  const state = Object.fromEntries(
    Object.entries(layout.state).map(([key, value]) => [key, mentions(value, names) ? null : value]),
  )
  return { ...layout, title, sources, state, ...reachable(layout.root, nodes) }
}

// Letters and digits only: `item.price_net`, `row["price_net"]` and `/items/{price_net}` all fall into keys.
const word = /[A-Za-z0-9_]+/g
/** Of an address only what it fills in and asks for may name a field: in `/files/{photo}?by=name` not `files`. */
const afterAddress = (text: string): string =>
  text.replace(/^(?:["']?\/)[^?]*/, (address) => address.match(/\{[^}]*\}/g)?.join(' ') ?? '')

// Without these a list would hold more than its author meant, so the part goes with them.
const meaning = new Set(['where', 'filters', 'model', 'source'])
// What a question may lose and still be the same question of fewer fields.
const mayShrink = new Set(['fields', 'sort'])

/** Keys hidden from the reader in some model this screen is about and open in none of them. */
function hiddenKeys(layout: Layout, workspace: Workspace, access: Access): ReadonlySet<string> {
  const hidden = new Set<string>()
  const open = new Set<string>()
  for (const model of mentionedModels(layout, workspace)) {
    // What the system keeps has the same fields in every workspace: nothing to hide.
    if (model.system) continue
    const readable = access.readable(model)
    for (const [key, { system }] of model.fields) (system || readable.has(key) ? open : hidden).add(key)
    // A field that is gone may still be named, and its rule stays.
    for (const key of Object.keys(workspace.fieldPermissions.get(model.id ?? '') ?? {}))
      if (key !== '*' && !access.mayRead(model, key)) hidden.add(key)
  }
  return new Set([...hidden].filter((key) => !open.has(key)))
}

/** The models named anywhere in a screen, and those their relations lead to. */
function mentionedModels(layout: Layout, workspace: Workspace): ReadonlySet<ModelInfo> {
  const named = new Set<ModelInfo>()
  const look = (value: unknown): void => {
    if (typeof value === 'string') {
      const model = workspace.models.get(value)
      if (model) named.add(model)
    } else if (Array.isArray(value)) value.forEach(look)
    else if (isJsonObject(value)) Object.values(value).forEach(look)
  }
  look([layout.sources, layout.nodes])
  const near = [...named].flatMap(({ fields }) =>
    [...fields.values()].flatMap(({ target }) => workspace.models.get(target ?? '') ?? []),
  )
  return new Set([...named, ...near])
}

type Names = (text: string) => boolean

const tokens = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|(\.\s*)?[A-Za-z_][A-Za-z0-9_]*/g

/**
 * What of an expression may name a field: what stands in quotes or behind a dot. The first word of `params.id` or
 * `item.price` is the screen's own, whatever fields there are.
 */
const fieldWords = (text: string): string[] =>
  [...text.matchAll(tokens)].flatMap(([token, dot]) =>
    dot !== undefined || token.startsWith("'") || token.startsWith('"') ? [token] : [],
  )

/** Whether a value names a hidden field. Sentences are no names: they hold blanks and are no expressions. */
function mentions(value: unknown, names: Names): boolean {
  if (typeof value === 'string') return !/\s/.test(value) && names(value)
  if (isExpression(value)) return fieldWords(value['=']).some(names)
  if (Array.isArray(value)) return value.some((item) => mentions(item, names))
  if (!isJsonObject(value)) return false
  const { expand, values, ...others } = value
  const keyed = [expand, values].filter(isJsonObject)
  return (
    keyed.some((map) => Object.keys(map).some(names)) ||
    [...keyed, ...Object.values(others)].some((item) => mentions(item, names))
  )
}

function mentionsSource(value: unknown, lost: readonly string[]): boolean {
  if (lost.length === 0) return false
  if (isExpression(value))
    return lost.some((key) => new RegExp(`\\bsources\\s*(\\.\\s*|\\[\\s*["'])${key}\\b`).test(value['=']))
  if (Array.isArray(value)) return value.some((item) => mentionsSource(item, lost))
  return (
    isJsonObject(value) &&
    Object.entries(value).some(
      ([key, item]) =>
        (key === 'source' && typeof item === 'string' && lost.includes(item)) || mentionsSource(item, lost),
    )
  )
}

/** What may go of a prop: anything, items of its list but not all, or nothing. */
type MayGo = 'any' | 'items' | 'none'

/** Props without what is hidden, lists without such items; null when something goes that they cannot be without. */
function narrowProps<Props extends Record<string, unknown>>(
  props: Props,
  gone: (value: unknown) => boolean,
  mayGo: (prop: string) => MayGo,
): Props | null {
  const kept: [string, unknown][] = []
  for (const [prop, value] of Object.entries(props)) {
    const allowed = mayGo(prop)
    const list = Array.isArray(value) && allowed !== 'none' ? value.filter((item) => !gone(item)) : []
    if (!gone(value)) kept.push([prop, value])
    else if (list.length > 0) kept.push([prop, list])
    else if (allowed !== 'any') return null
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same props, some of them gone
  return Object.fromEntries(kept) as Props
}

/** The nodes that are still in a slot of another, and slots that name no other. */
function reachable(root: string, nodes: ReadonlyMap<string, LayoutNode>): Pick<Layout, 'nodes' | 'root'> {
  const shown: Layout['nodes'] = {}
  const waiting = [root]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = nodes.get(id)
    if (!node) continue
    const slots = Object.entries(node.slots ?? {}).map(([slot, ids]): [string, string[]] => [
      slot,
      ids.filter((child) => nodes.has(child)),
    ])
    shown[id] = { ...node, ...(node.slots && { slots: Object.fromEntries(slots) }) }
    waiting.push(...slots.flatMap(([, ids]) => ids))
  }
  return { nodes: shown, root }
}
