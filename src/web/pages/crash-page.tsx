import { Button } from '#ui/button.tsx'
import { useTranslate } from '#ui/translate.ts'
import { MessagePage } from './message-page.tsx'

/** A page that could not be drawn: a part of it did not load, or broke. */
export function CrashPage({ error }: { error: unknown }) {
  const t = useTranslate()
  const missing = error instanceof TypeError && /import|fetch/i.test(error.message)
  return (
    <MessagePage
      title={missing ? t('A part of this page did not arrive') : t('This page broke')}
      actions={
        <Button variant="primary" size="touch" onClick={() => location.reload()}>
          {t('Load the page again')}
        </Button>
      }
    >
      <p role="alert">
        {missing
          ? t('The connection may be gone, or there is a newer version. What you saved is safe.')
          : t('That is our fault. What you saved is safe; load the page again to go on.')}
      </p>
    </MessagePage>
  )
}
