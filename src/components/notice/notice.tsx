import { Button } from '#ui/button.tsx'
import { Notice as Message } from '#ui/notice.tsx'
import { textOf } from '../props/text-of.ts'
import type { ViewProps } from '../view-props.ts'
import type { notice } from './notice.definition.ts'

/** Something to know before going on. */
export function Notice({ props: { tone, title, text, action }, emit }: ViewProps<typeof notice>) {
  return (
    <Message
      tone={tone}
      title={textOf(title)}
      actions={
        action && (
          <Button size="compact" onClick={() => emit('action')}>
            {action}
          </Button>
        )
      }
    >
      {text}
    </Message>
  )
}
