import { EmptyState } from '#ui/empty-state.tsx'
import { useTranslate } from '#ui/translate.ts'

/** The route is not for this person's role. Says who can change that. */
export function NoAccessScreen() {
  const t = useTranslate()
  return (
    <EmptyState level={1} icon="lock" title={t('You may not open this screen')}>
      {t('Your role does not include it. An owner or admin of this workspace can give you access.')}
    </EmptyState>
  )
}
