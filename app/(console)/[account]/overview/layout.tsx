import { withWords } from '../../../page-words.tsx';

export default withWords('overview', 'card-status', 'line-words');
