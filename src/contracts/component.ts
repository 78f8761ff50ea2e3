import type { z } from 'zod'

export const componentGroups = ['layout', 'text', 'data', 'input', 'action', 'media', 'design'] as const

/** The pure half of a component: what a layout may say about it. The view half is the lazy React component in `components/views.ts`. */
export interface ComponentDefinition<Type extends string = string, Props extends z.ZodObject = z.ZodObject> {
  type: Type
  title: string
  description: string
  group: (typeof componentGroups)[number]
  icon: string
  version: number
  /** Any prop also takes `{"=": expression}`; text a person reads is marked with `.meta({ text: true })` so that it is translated. */
  props: Props
  /** Places for children, by name. */
  slots: Record<string, { title: string; accepts?: readonly string[] }>
  /** What it can report; `event` is in scope of the action that answers. */
  events: Record<string, { title: string }>
  /** Values other nodes may read as `nodes.<id>.<key>`. */
  exposes: Record<string, { title: string }>
  migrations: readonly {
    to: number
    name: string
    up(props: Record<string, unknown>): Record<string, unknown>
  }[]
  /** Shown at /123 and used by the smoke test: props and, for slots, child nodes. */
  sample: { props: Record<string, unknown>; slots?: Record<string, readonly ComponentSample[]> }
}

export interface ComponentSample {
  component: string
  props: Record<string, unknown>
  slots?: Record<string, readonly ComponentSample[]>
}

type Declared<Type extends string, Props extends z.ZodObject> = Omit<
  ComponentDefinition<Type, Props>,
  'slots' | 'events' | 'exposes' | 'migrations'
> &
  Partial<Pick<ComponentDefinition<Type, Props>, 'slots' | 'events' | 'exposes' | 'migrations'>>

/** Declares a component's pure half. */
export const defineComponent = <const Type extends string, Props extends z.ZodObject>(
  declared: Declared<Type, Props>,
): ComponentDefinition<Type, Props> => ({ slots: {}, events: {}, exposes: {}, migrations: [], ...declared })

/** A definition as the API sends it: the props as JSON Schema (draft 2020-12), so that the browser needs no zod. */
export interface ComponentDescription {
  type: string
  title: string
  description: string
  group: string
  icon: string
  version: number
  props: Record<string, unknown>
  slots: ComponentDefinition['slots']
  events: ComponentDefinition['events']
  exposes: ComponentDefinition['exposes']
}
