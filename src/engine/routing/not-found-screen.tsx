import { EmptyState } from '#ui/empty-state.tsx'
import { useTranslate } from '#ui/translate.ts'

/** No screen has this path; shown inside the application, with the path as plain text. */
export function NotFoundScreen({ path }: { path: string }) {
  const t = useTranslate()
  return (
    <EmptyState level={1} icon="search" title={t('There is no screen at this address')}>
      <code>{path}</code>
    </EmptyState>
  )
}
