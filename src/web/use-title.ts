import { useEffect } from 'react'

/** Names the browser's tab after the page: "Price book · Formwork". */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} · Formwork` : 'Formwork'
  }, [title])
}
