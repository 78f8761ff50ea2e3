import { Button } from '#ui/button.tsx'
import { EmptyState as Empty } from '#ui/empty-state.tsx'
import { safeUrl } from '../props/safe-url.definition.ts'
import type { ViewProps } from '../view-props.ts'
import type { emptyState } from './empty-state.definition.ts'

/** What this is for, one action, one link to learn. */
export function EmptyState({
  props: { icon, title, text, action, learn },
  emit,
}: ViewProps<typeof emptyState>) {
  const learnTo = safeUrl(learn?.to)
  return (
    <Empty
      icon={icon ?? 'inbox'}
      title={title}
      action={
        action && (
          <Button variant="primary" onClick={() => emit('action')}>
            {action}
          </Button>
        )
      }
      {...(learn && learnTo && { learn: { href: learnTo, label: learn.label } })}
    >
      {text}
    </Empty>
  )
}
