export { AboveAccounts as default } from '../all-accounts-layout.tsx';
