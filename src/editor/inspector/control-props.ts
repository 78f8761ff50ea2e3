import { createContext, use, type ComponentType } from 'react'
import { must } from '#base/assert.ts'
import type { Json } from '#base/json.ts'
import type { SchemaPlace } from '#engine/bindings/prop-schema.ts'
import type { DeclaredNames } from '#expressions/check-names.ts'

/** What every control of the inspector takes. */
export interface ControlProps {
  label: string
  place: SchemaPlace
  value: unknown
  /** Undefined takes the value away. */
  onChange: (value: Json | undefined) => void
  /** Leads to the value, for ids and for typing that becomes one step: `props.columns.0.label`. */
  path: string
  /** The model whose fields are meant here; null while none is chosen. */
  model: string | null
  required?: boolean
  /** What holds while nothing is set, shown as placeholder. */
  fallback?: unknown
  error?: string | undefined
}

/** The names an expression may use where the inspector stands. */
export const NamesContext = createContext<DeclaredNames>({})

/** The names an expression may use here. */
export const useNames = (): DeclaredNames => use(NamesContext)

/**
 * The control that fits any place (`value-control.tsx`). Lists and objects hold values of every kind, so they get it from
 * here: imported, it would import them.
 */
export const ValueControlContext = createContext<ComponentType<ControlProps> | null>(null)

/** The control that fits any place. */
export const useValueControl = (): ComponentType<ControlProps> =>
  must(use(ValueControlContext), 'ValueControlContext is missing')

/** Where in the layout the paths of controls begin, for what the server finds wrong: `nodes.grid`. */
export const RootContext = createContext('')

/** The path in the layout of a path of the inspector. */
export function useLayoutPath(path: string): string {
  const root = use(RootContext)
  return root === '' ? path : `${root}.${path}`
}
