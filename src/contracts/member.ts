/** A person in a workspace. `email` only for those who manage members. */
export interface Member {
  id: string
  user_id: string
  name: string
  email?: string | null
  avatar_url: string | null
  role: string
  status: 'active' | 'suspended'
  created_at: string
}
