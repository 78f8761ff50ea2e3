import { useApi } from '#engine/engine-context.tsx'
import { useTranslate } from '#ui/translate.ts'
import { MakeOnce } from './make-once.tsx'

interface SigningSecretProps {
  workflow: string
  /** There is one already. */
  signs: boolean
  onMade: () => void
}

/** Makes the secret by which a program that is called sees that the call is from this workflow. */
export function SigningSecret({ workflow, signs, onMade }: SigningSecretProps) {
  const t = useTranslate()
  const api = useApi()
  return (
    <MakeOnce
      label={signs ? t('Make a new signing secret') : t('Sign calls with a secret')}
      hint={
        signs
          ? t('Calls are signed as Standard Webhooks says. A new secret ends the one before.')
          : t('Calls are not signed yet. With a secret, whoever is called can see where they are from.')
      }
      title={t('The signing secret, shown this once')}
      {...(signs && {
        ask: {
          title: t('Make a new signing secret?'),
          text: t(
            'Calls are signed with the new one at once. Whoever checks them by the one before refuses them.',
          ),
        },
      })}
      make={async () => {
        const { secret } = await api.call('POST /api/workflows/{key}/secret', { params: { key: workflow } })
        onMade()
        return secret
      }}
    />
  )
}
