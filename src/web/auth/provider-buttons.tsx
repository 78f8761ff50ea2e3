import { useQuery } from '@tanstack/react-query'
import { readSignInWays, type ProviderWay } from '#engine/account/sign-in-ways.ts'
import { Button } from '#ui/button.tsx'
import { useTranslate } from '#ui/translate.ts'
import { personKey } from '../session/forget-workspace.ts'

/** Which ways to sign in this place offers; undefined until it is known. */
export const useSignInWays = () =>
  useQuery({ queryKey: [personKey, 'ways'], queryFn: readSignInWays, staleTime: Infinity }).data

interface ProviderButtonsProps {
  disabled: boolean
  onChoose: (provider: ProviderWay) => void
}

/** One button for each account elsewhere that one can sign in with; nothing where there is none. */
export function ProviderButtons({ disabled, onChoose }: ProviderButtonsProps) {
  const t = useTranslate()
  const providers = useSignInWays()?.providers ?? []
  return providers.map((provider) => (
    <Button key={provider.id} size="touch" wide disabled={disabled} onClick={() => onChoose(provider)}>
      {t('Continue with {{name}}', { name: provider.name })}
    </Button>
  ))
}
