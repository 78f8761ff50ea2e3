import type { z } from 'zod'
import type { ComponentDefinition } from '#contracts/component.ts'
import type { ComponentViewProps } from '#engine/registry/component-registry.ts'

/** What the view of a definition gets: its props with defaults applied and bindings resolved. */
export type ViewProps<Definition extends ComponentDefinition> = ComponentViewProps<
  z.output<Definition['props']>
>
