import { withWords } from '../../../page-words.tsx';

export default withWords('team', 'profile', 'policies', 'audit', 'operations');
