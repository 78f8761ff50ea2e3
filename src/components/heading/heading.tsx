import { createElement } from 'react'
import { Icon } from '#ui/icon.tsx'
import { textOf } from '../props/text-of.ts'
import type { ViewProps } from '../view-props.ts'
import type { heading } from './heading.definition.ts'
import styles from './heading.module.css'

const tags = { 2: 'h2', 3: 'h3', 4: 'h4' } as const

/** Names a part of the page. */
export function Heading({ props: { text, level, icon } }: ViewProps<typeof heading>) {
  const tag = tags[level as 2 | 3 | 4] ?? 'h2'
  return createElement(
    tag,
    { className: styles[tag] },
    icon && <Icon name={icon} size={tag === 'h2' ? 20 : 16} />,
    textOf(text),
  )
}
