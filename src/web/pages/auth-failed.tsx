import { clientTexts } from '#contracts/errors.ts'
import { Button } from '#ui/button.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useSessionMachine } from '../session/session-context.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { MessagePage } from './message-page.tsx'

/** The sign-in could not be checked, three retries later (S-11). */
export function AuthFailed({ message }: { message: string }) {
  const t = useTranslate()
  const machine = useSessionMachine()
  const signOut = useSignOut()
  return (
    <MessagePage
      title={t(message)}
      actions={
        <>
          <Button variant="primary" size="touch" onClick={() => machine.tryAgain()}>
            {t(clientTexts.tryAgain)}
          </Button>
          <Button size="touch" onClick={() => void signOut()}>
            {t(clientTexts.signInAgain)}
          </Button>
        </>
      }
    >
      <p role="alert">
        {t('The server did not answer. Nothing of yours is lost. Check your connection and try again.')}
      </p>
    </MessagePage>
  )
}
