import { withWords } from '../../../page-words.tsx';

export default withWords('first-day', 'doctor', 'team');
