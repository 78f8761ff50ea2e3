import type { ViewProps } from '../view-props.ts'
import { textOf } from '../props/text-of.ts'
import type { markdown } from './markdown.definition.ts'
import { MarkdownText } from './markdown-text.tsx'

/** Rich text of a layout. */
export function Markdown({ props: { text } }: ViewProps<typeof markdown>) {
  return <MarkdownText text={textOf(text)} />
}
