import { Badge as Mark } from '#ui/badge.tsx'
import { textOf } from '../props/text-of.ts'
import type { ViewProps } from '../view-props.ts'
import type { badge } from './badge.definition.ts'

/** A short state or kind. */
export function Badge({ props: { text, tone, icon } }: ViewProps<typeof badge>) {
  const words = textOf(text)
  return words === '' ? null : (
    <span>
      <Mark tone={tone} {...(icon && { icon })}>
        {words}
      </Mark>
    </span>
  )
}
