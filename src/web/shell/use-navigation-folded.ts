import { useState } from 'react'

const KEY = 'navigation'

/** Whether the navigation shows icons only; kept on this device until sign-out. */
export function useNavigationFolded(): [folded: boolean, set: (folded: boolean) => void] {
  const [folded, setFolded] = useState(() => localStorage.getItem(KEY) === 'folded')
  return [
    folded,
    (next) => {
      localStorage.setItem(KEY, next ? 'folded' : 'unfolded')
      setFolded(next)
    },
  ]
}
