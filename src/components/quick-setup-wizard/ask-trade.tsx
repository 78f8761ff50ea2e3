import type { Trade } from '#contracts/api/quick-setup.ts'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './quick-setup-wizard.module.css'

interface AskTradeProps {
  trades: readonly Trade[]
  value: string | null
  onChange(trade: string): void
}

/** First question: what the company does. The answer proposes what to manage. */
export function AskTrade({ trades, value, onChange }: AskTradeProps) {
  const t = useTranslate()
  return (
    <fieldset className={styles.set}>
      <legend className={styles.ask}>{t('What does your company do?')}</legend>
      <div className={styles.cards}>
        {trades.map((trade) => (
          <label key={trade.key} className={styles.card} data-chosen={trade.key === value || undefined}>
            <input
              type="radio"
              name="trade"
              className={styles.hidden}
              checked={trade.key === value}
              onChange={() => onChange(trade.key)}
            />
            <Icon name={trade.icon} size={20} />
            <span>
              <strong>{t(trade.label)}</strong>
              <span className={styles.quiet}>{t(trade.description)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
