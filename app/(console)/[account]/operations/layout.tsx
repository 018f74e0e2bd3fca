import { withWords } from '../../../page-words.tsx';

export default withWords('operations', 'list', 'views');
