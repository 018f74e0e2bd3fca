import { withWords } from '../../page-words.tsx';

export default withWords('set-up');
