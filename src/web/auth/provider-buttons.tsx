import { useQuery } from '@tanstack/react-query'
import { readSignInWays, type ProviderWay } from '#engine/account/sign-in-ways.ts'
import { Button } from '#ui/button.tsx'
import { useTranslate } from '#ui/translate.ts'
import { personKey } from '../session/forget-workspace.ts'
import styles from './provider-buttons.module.css'

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
  // Many of them stand two in a line, so that what comes after stays in sight; then the name alone says it.
  const many = providers.length > 2
  if (providers.length === 0) return null
  return (
    <div className={many ? styles.many : styles.few}>
      {providers.map((provider) => {
        const words = t('Continue with {{name}}', { name: provider.name })
        return (
          <Button
            key={provider.id}
            size="touch"
            wide
            disabled={disabled}
            aria-label={many ? words : undefined}
            onClick={() => onChoose(provider)}
          >
            <span className={styles.name}>{many ? provider.name : words}</span>
          </Button>
        )
      })}
    </div>
  )
}
