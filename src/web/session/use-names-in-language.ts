import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLanguage } from '#ui/translate.ts'

/** Lists of models, screens, addresses and roles are in the order of the names that are read: another language, another order. */
export function useNamesInLanguage(): void {
  const client = useQueryClient()
  const language = useLanguage()
  const shown = useRef(language)
  useEffect(() => {
    if (shown.current === language) return
    shown.current = language
    void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[3]).startsWith('sys_') })
  }, [client, language])
}
