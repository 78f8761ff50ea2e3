import { useLocation } from 'react-router-dom'
import { buttonClass } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { useTranslate } from '#ui/translate.ts'
import { MessagePage } from './message-page.tsx'

/** `/404`, for everybody. */
export function NotFoundPage() {
  const t = useTranslate()
  const { pathname } = useLocation()
  return (
    <MessagePage
      over="404"
      title={t('There is no such page')}
      actions={
        <>
          <Link href="/dashboard" className={buttonClass({ variant: 'primary', size: 'touch' })}>
            {t('Open workspace')}
          </Link>
          <Link href="/" className={buttonClass({ size: 'touch' })}>
            {t('Start page')}
          </Link>
        </>
      }
    >
      {pathname === '/404'
        ? t('The address may be old, or mistyped.')
        : t('{{path}} leads nowhere. It may be old, or mistyped.', { path: pathname })}
    </MessagePage>
  )
}
